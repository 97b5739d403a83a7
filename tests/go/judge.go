// Judge holds our notes and proofs to Go's own packages: every right one must be accepted, and rejected with any one bit changed.
//
// It reads one JSON object from standard input and prints one JSON object with what it tried; what went wrong goes to standard error.
package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"

	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"
)

// A Case is what Python sends; hashes are base64 of 32 bytes, as Go writes a []byte.
type Case struct {
	Vkey      string
	Notes     []string
	Texts     []string
	BadNotes  []string
	Leaves    [][]byte
	Roots     [][]byte // Roots[n] is that of the first n leaves.
	Inclusion []struct {
		Index, Size int64
		Proof       [][]byte
	}
	Consistency []struct {
		Old, Size int64
		Proof     [][]byte
	}
}

var tried = map[string]int{}
var wrong = 0

// hold counts a judgement under its name, and tells where it is not the one wanted.
func hold(name string, accepted, wanted bool, where ...interface{}) {
	tried[name]++
	if accepted != wanted {
		wrong++
		fmt.Fprintln(os.Stderr, name, "accepted:", accepted, where)
	}
}

func hash(raw []byte) (h tlog.Hash) {
	if len(raw) != len(h) {
		panic("a hash has another length")
	}
	copy(h[:], raw)
	return h
}

func hashes(raw [][]byte) []tlog.Hash {
	list := make([]tlog.Hash, len(raw))
	for i := range raw {
		list[i] = hash(raw[i])
	}
	return list
}

// turn moves on with each flip.
var turn int

// flip changes one bit, another one each time.
func flip(h *tlog.Hash) {
	turn += 7
	h[turn/8%len(h)] ^= 1 << uint(turn%8)
}

func main() {
	var c Case
	if err := json.NewDecoder(os.Stdin).Decode(&c); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
	verifier, err := note.NewVerifier(c.Vkey)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
	notes(c, note.VerifierList(verifier))
	proofs(c)
	json.NewEncoder(os.Stdout).Encode(map[string]interface{}{"tried": tried, "wrong": wrong})
}

func notes(c Case, known note.Verifiers) {
	for i, text := range c.Notes {
		opened, err := note.Open([]byte(text), known)
		hold("notes", err == nil && opened.Text == c.Texts[i] && len(opened.Sigs) == 1, true, i, err)
		end := bytes.LastIndex([]byte(text), []byte("\n\n"))
		for at := 0; at < end; at++ {
			raw := []byte(text)
			raw[at] ^= 1
			_, err := note.Open(raw, known)
			hold("notes, one bit changed", err == nil, false, i, at)
		}
	}
	for i, text := range c.BadNotes {
		_, err := note.Open([]byte(text), known)
		hold("bad notes", err == nil, false, i)
	}
}

func proofs(c Case) {
	leaves, roots := hashes(c.Leaves), hashes(c.Roots)
	for _, p := range c.Inclusion {
		proof, leaf, root := tlog.RecordProof(hashes(p.Proof)), leaves[p.Index], roots[p.Size]
		check := func() bool { return tlog.CheckRecord(proof, p.Size, root, p.Index, leaf) == nil }
		hold("inclusion proofs", check(), true, p.Index, p.Size)
		for _, h := range append(pointers(proof), &leaf, &root) {
			before := *h
			flip(h)
			hold("inclusion proofs, one bit changed", check(), false, p.Index, p.Size)
			*h = before
		}
	}
	for _, p := range c.Consistency {
		proof, old, root := tlog.TreeProof(hashes(p.Proof)), roots[p.Old], roots[p.Size]
		check := func() bool { return tlog.CheckTree(proof, p.Size, root, p.Old, old) == nil }
		hold("consistency proofs", check(), true, p.Old, p.Size)
		for _, h := range append(pointers(proof), &old, &root) {
			before := *h
			flip(h)
			hold("consistency proofs, one bit changed", check(), false, p.Old, p.Size)
			*h = before
		}
	}
}

func pointers(list []tlog.Hash) []*tlog.Hash {
	result := make([]*tlog.Hash, len(list))
	for i := range list {
		result[i] = &list[i]
	}
	return result
}
