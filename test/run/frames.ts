import { readSync, writeSync } from 'node:fs';

/** How to run a program; the folder and the environment are always given. */
export interface Asked {
  readonly file: string;
  readonly args: readonly string[];
  /** Its standard input, in base64. */
  readonly input: string | undefined;
  readonly options: object;
}

/** Its output, in base64, and how it failed. */
export interface Answered {
  readonly stdout: string | undefined;
  readonly stderr?: string | undefined;
  readonly failure?: {
    readonly message: string;
    readonly code?: string | undefined;
    readonly status?: number | undefined;
    readonly signal?: string | undefined;
  };
}

/** Sends a value through a pipe: its length in four bytes, then its JSON. */
export function send(pipe: number, value: Asked | Answered): void {
  const json = Buffer.from(JSON.stringify(value));
  const length = Buffer.alloc(4);
  length.writeUInt32BE(json.length);
  const bytes = Buffer.concat([length, json]);
  for (let at = 0; at < bytes.length; ) at += writeSync(pipe, bytes, at);
}

/** Waits for a value; undefined if the other side has ended. */
export function receive(pipe: number): unknown {
  const length = read(pipe, 4)?.readUInt32BE();
  return length === undefined ? undefined : JSON.parse(read(pipe, length)!.toString());
}

function read(pipe: number, length: number): Buffer | undefined {
  const bytes = Buffer.alloc(length);
  for (let at = 0; at < length; ) {
    const count = readSync(pipe, bytes, at, length - at, null);
    if (count === 0) return undefined;
    at += count;
  }
  return bytes;
}
