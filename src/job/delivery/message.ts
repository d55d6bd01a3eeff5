import { createHash } from 'node:crypto';
import { type PageAddressing, showEvent } from '../../view/event.ts';
import { type Happening, happeningRecordName } from '../happening.ts';

/** The message for one receiver about one event; the same in every attempt. */
export interface Message {
  /** `msg_` and a hash of receiver and event: the same if the event is sent again, so that receivers notice. */
  readonly id: string;
  readonly type: string;
  /** `page/12`: messages of one record are delivered in order. */
  readonly record: string;
  /** The event as JSON. */
  readonly body: string;
  /** The version of the record's file that the event is about, for receivers that read it. */
  readonly file?: MessageFile;
}

export interface MessageFile {
  readonly path: string;
  /** Its blob id. */
  readonly rev: string;
}

/** The receiver of a message, and its history. */
interface Addressee {
  /** Its lasting name among all receivers. */
  readonly receiver: string;
  /** How often others had moved HEAD: the same events happen each time it moves between the same commits. */
  readonly moves: number;
}

/** @param body made by `writeEventBody`, the same for every receiver */
export const toMessage = ({ receiver, moves }: Addressee, happening: Happening, body: string): Message => ({
  id: messageId(receiver, happening.isOfCommit && moves > 0 ? `${happening.key}:${moves}` : happening.key),
  type: happening.type,
  record: happeningRecordName(happening),
  body,
});

/** A happening as JSON. */
export const writeEventBody = (happening: Happening, addresses: PageAddressing): string =>
  JSON.stringify(showEvent(happening, addresses));

export const messageId = (receiver: string, key: string): string =>
  `msg_${createHash('sha256').update(`${receiver}:${key}`).digest('base64url').slice(0, 27)}`;
