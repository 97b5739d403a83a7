/** One script, which is the page's and, started again as a worker, the checking's. */

import { openPage } from "./page.ts";
import { serve } from "./worker.ts";

if (typeof document === "undefined") serve(globalThis as unknown as Parameters<typeof serve>[0]);
else openPage();
