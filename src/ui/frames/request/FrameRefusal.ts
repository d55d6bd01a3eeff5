const MESSAGES: Readonly<Record<string, string>> = {
  readOnly: 'Nothing can be changed here',
  kind: 'The value does not have the form of its kind of field, or is not JSON',
  size: 'The value is too large',
  unknownField: 'The record has no such field',
  input: 'The request is not as documented',
  busy: 'Too much is asked for at once',
  unfocused: 'Users are asked only while they are in the frame',
};

/** Why a frame does not get what it asks for, for its developers. */
export class FrameRefusal extends Error {
  readonly code: string;

  constructor(code: string, message = MESSAGES[code] ?? code) {
    super(message);
    this.code = code;
  }
}
