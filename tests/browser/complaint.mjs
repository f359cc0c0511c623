// Errors that the user can mend.

/** Its message is a sentence for the user; anything else that is thrown is a defect of ours. */
export class Complaint extends Error {}

/** Ends a command: a sentence for what the user can mend, a stack for the rest. */
export function report(error) {
  console.error(error instanceof Complaint ? error.message : error.stack);
  process.exitCode = 1;
}
