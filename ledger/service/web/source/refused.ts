/** What is not as it must be: one sentence that says what to do. */
export class Refused extends Error {}
