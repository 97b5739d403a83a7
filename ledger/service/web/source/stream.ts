/** Following a table: server-sent events, read by `fetch` because `EventSource` sends no token. A lost connection is made anew. */

import { headers, pause, Problem, problemIn } from "./api.ts";
import type { View } from "./views.ts";

const WAITS = [500, 1_000, 2_000, 4_000, 8_000];
/** The service gives a sign of life every 15 seconds. */
const SILENCE = 50_000;

export interface Listener {
  /** `isFirst`: the first since it was connected, which counts whatever came before: versions begin anew when the service does. */
  readonly see: (view: View, isFirst: boolean) => void;
  readonly trouble: (lost: boolean) => void;
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
      try {
        await this.read();
      } catch (error) {
        if (error instanceof Problem && ![429, 503].includes(error.status)) {
          this.isOver = true;
          this.listener.refused(error);
        }
      }
      if (this.isOver) return;
      this.listener.trouble(true);
      const wait = (WAITS[Math.min(this.failures, WAITS.length - 1)] ?? 0) * (0.75 + Math.random() / 2);
      this.failures += 1;
      await Promise.race([pause(wait), new Promise<void>((done) => (this.wake = done))]);
    }
  }

  private async read(): Promise<void> {
    const reading = (this.reading = new AbortController());
    this.isFirst = true;
    let silence = setTimeout(() => reading.abort(), SILENCE);
    try {
      const answer = await fetch(this.path, { headers: { ...headers({ token: this.token }), accept: "text/event-stream" }, signal: reading.signal, cache: "no-store" });
      if (!answer.ok || !answer.body) throw problemIn(await answer.text(), answer.status);
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
    this.listener.trouble(false);
    if (view.state === "closed") this.isOver = true;
    this.listener.see(view, this.isFirst);
    this.isFirst = false;
  }
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
