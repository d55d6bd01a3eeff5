/** What a frame may send in a second: as many messages, where many characters count as several. */
const MOST_A_SECOND = 300;
const SECOND_MS = 1000;

/** Counts what a frame sends. */
export interface MessageBudget {
  /** Counts a message, or several. @returns whether the frame has stayed within its budget */
  spend(messages?: number): boolean;
}

/** @param now a clock in milliseconds */
export function createMessageBudget(now: () => number = () => performance.now()): MessageBudget {
  let began = now();
  let spent = 0;
  return {
    spend(messages = 1) {
      if (now() - began >= SECOND_MS) {
        began = now();
        spent = 0;
      }
      spent += messages;
      return spent <= MOST_A_SECOND;
    },
  };
}
