import { MAX_LOG } from './effectTask.ts';

/** What one run has written: its beginning. */
export interface RunLog {
  add(text: string): void;
  text(): string;
}

export function createRunLog(): RunLog {
  let kept = '';
  let isCut = false;
  return {
    add(text) {
      isCut ||= kept.length + text.length > MAX_LOG;
      kept += text.slice(0, MAX_LOG - kept.length);
    },
    text: () => (isCut ? `${kept.toWellFormed()}…` : kept),
  };
}
