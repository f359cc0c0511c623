// Errors that the user can fix.

/** An error with a message for the user. Any other error is a bug. */
export class Complaint extends Error {}

/** Ends a command with the message of a Complaint, or with the stack of any other error. */
export function report(error) {
  console.error(error instanceof Complaint ? error.message : error.stack);
  process.exitCode = 1;
}
