/** What becomes of requests that are put off: what goes by is asked again, and all else is told at once, in the service's own sentence. */

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { ask, LOST, Problem } from "../source/api.ts";
import { Stream } from "../source/stream.ts";

const FULL = "Too many pages follow tables; come again later.";
let answers: (Response | null)[];
let asked: RequestInit[];
let waits: number[];
let told: string[];

function refusal(kind: string, status: number, seconds?: number): Response {
  const headers = seconds === undefined ? {} : { "retry-after": String(seconds) };
  return new Response(JSON.stringify({ type: `/problems/${kind}`, title: "", status, detail: FULL }), { status, headers });
}

beforeEach(() => {
  [answers, asked, waits, told] = [[], [], [], []];
  const fetched = async (_path: string, how: RequestInit): Promise<Response> => {
    asked.push(how);
    const answer = answers.shift();
    if (answer === null || answer === undefined) throw new TypeError("no network");
    return answer;
  };
  const soon = (done: () => void, milliseconds: number): number => {
    if (milliseconds < 50_000) {
      waits.push(milliseconds);
      setImmediate(done);
    }
    return 0;
  };
  Object.assign(globalThis, { fetch: fetched, setTimeout: soon });
});

function sit(key = "k"): Promise<unknown> {
  return ask("/seats", { method: "POST", body: {}, key, trouble: (words) => told.push(words) });
}

test("what goes by is asked again with its key when it may be, and told until there is an answer", async () => {
  answers = [refusal("too-many-requests", 429, 2), null, new Response("<h1>Bad Gateway</h1>", { status: 502 }), new Response("{}")];
  await sit();
  assert.deepEqual(told, [`${FULL} Trying again …`, LOST, LOST, ""]);
  assert.deepEqual(waits, [2_000, 800, 2_000]);
  assert.deepEqual(asked.map(({ headers }) => (headers as Record<string, string>)["idempotency-key"]), ["k", "k", "k", "k"]);
});

test("whatever waiting does not help is told at once", async () => {
  for (const answer of [refusal("too-many-seats", 409), refusal("too-many-streams", 429, 10), refusal("cannot-record", 503, 5), refusal("too-many-requests", 429, 60)]) {
    answers = [answer];
    await assert.rejects(sit(), { message: FULL });
  }
  assert.deepEqual([asked.length, waits, told], [4, [], []]);
});

test("what cannot be done twice without harm is not sent twice", async () => {
  answers = [null];
  await assert.rejects(ask("/leave", { method: "POST" }), /cannot be reached/);
  assert.equal(asked.length, 1);
});

test("what somebody else's server says is not taken for a sentence of ours", async () => {
  answers = [new Response('{"message": "no"}', { status: 403 })];
  await assert.rejects(sit(), /The service answered 403/);
});

test("a stream that is put off says why and comes again when it may", async () => {
  answers = [refusal("too-many-streams", 429, 10), refusal("cannot-record", 503, 5), new Response("", { status: 504 }), refusal("no-such-table", 404)];
  const refused = await new Promise<Problem>((done) => new Stream("/events", null, { see: () => assert.fail(), trouble: (words) => told.push(words), refused: done }));
  assert.equal(refused.kind, "no-such-table");
  assert.deepEqual(told, [`${FULL} Trying again …`, `${FULL} Trying again …`, LOST]);
  assert.deepEqual(waits.map((wait, at) => wait >= [10_000, 5_000, 2_000][at]! && wait <= [15_000, 7_500, 3_000][at]!), [true, true, true]);
});
