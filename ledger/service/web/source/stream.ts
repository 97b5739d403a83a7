/** Following a table: server-sent events, read by `fetch` because `EventSource` sends no token. A lost connection is made anew. */

import { headers, LOST, meanwhile, pause, Problem, problemOf } from "./api.ts";
import type { View } from "./views.ts";

const WAITS = [500, 1_000, 2_000, 4_000, 8_000];
/** The service gives a sign of life every 15 seconds. */
const SILENCE = 50_000;

export interface Listener {
  /** `isFirst`: the first since it was connected, which counts whatever came before: versions begin anew when the service does. */
  readonly see: (view: View, isFirst: boolean) => void;
  /** Told what is wrong while it tries again, and "" once it follows the table. */
  readonly trouble: (words: string) => void;
  /** Told once nothing more will come: the token is none any more, or the table is gone. */
  readonly refused: (problem: Problem) => void;
}

export class Stream {
  private reading: AbortController | null = null;
  private wake: () => void = () => {};
  private isOver = false;
  private isFirst = true;
  private failures = 0;

  constructor(
    private readonly path: string,
    private readonly token: string | null,
    private readonly listener: Listener,
  ) {
    void this.run();
  }

  stop(): void {
    this.isOver = true;
    this.reading?.abort();
    this.wake();
  }

  /** Try at once, if it waits before it tries again. */
  hurry(): void {
    this.wake();
  }

  private async run(): Promise<void> {
    while (!this.isOver) {
      const problem = await this.read().then(() => null, (error: unknown) => (error instanceof Problem ? error : null));
      if (this.isOver) return;
      if (problem !== null && !goesBy(problem)) {
        this.isOver = true;
        return this.listener.refused(problem);
      }
      this.listener.trouble(problem === null ? LOST : meanwhile(problem));
      const wait = Math.max(WAITS[Math.min(this.failures, WAITS.length - 1)] ?? 0, 1_000 * (problem?.seconds ?? 0));
      this.failures += 1;
      // Those who lost it together do not all come back at once.
      await Promise.race([pause(wait * (1 + Math.random() / 2)), new Promise<void>((done) => (this.wake = done))]);
    }
  }

  private async read(): Promise<void> {
    const reading = (this.reading = new AbortController());
    this.isFirst = true;
    let silence = setTimeout(() => reading.abort(), SILENCE);
    try {
      const answer = await fetch(this.path, { headers: { ...headers({ token: this.token }), accept: "text/event-stream" }, signal: reading.signal, cache: "no-store" });
      if (!answer.ok || !answer.body) throw await problemOf(answer);
      const events = new Events((data) => this.take(data));
      const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
      for (;;) {
        const { done, value } = await reader.read();
        if (done) return;
        clearTimeout(silence);
        silence = setTimeout(() => reading.abort(), SILENCE);
        events.take(value);
      }
    } finally {
      clearTimeout(silence);
    }
  }

  private take(data: string): void {
    const view = JSON.parse(data) as View;
    this.failures = 0;
    this.listener.trouble("");
    if (view.state === "closed") this.isOver = true;
    this.listener.see(view, this.isFirst);
    this.isFirst = false;
  }
}

/** Whether another try may go well: there may be room again, or the service may be mended. */
function goesBy({ status }: Problem): boolean {
  return status === 429 || status >= 500;
}

/** The data of events, as it comes in pieces; only `data` lines count here, and one event has one. */
export class Events {
  private rest = "";

  constructor(private readonly tell: (data: string) => void) {}

  take(piece: string): void {
    const lines = (this.rest + piece).split("\n");
    this.rest = lines.pop() ?? "";
    for (const line of lines) if (line.startsWith("data: ")) this.tell(line.slice("data: ".length));
  }
}
