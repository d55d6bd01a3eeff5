import { FORWARDED_KEYS, FRAME_REQUESTS, type FrameMessage } from '../../frame/protocol.ts';
import { isValueObject } from '../form/values.ts';

const isId = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) > 0;

/** How each message of a frame is read; null for what is none. */
const READERS: Readonly<
  Record<FrameMessage['type'], (data: Readonly<Record<string, unknown>>) => FrameMessage | null>
> = {
  request({ id, name, input }) {
    const known = FRAME_REQUESTS.find((one) => one === name);
    return known && isId(id) ? { type: 'request', id, name: known, input } : null;
  },
  resize: ({ height }) =>
    typeof height === 'number' && Number.isFinite(height) && height >= 0 ? { type: 'resize', height } : null,
  leave: ({ to }) => (to === 'before' || to === 'after' ? { type: 'leave', to } : null),
  key({ key, isShifted }) {
    const known = FORWARDED_KEYS.find((one) => one === key);
    return known ? { type: 'key', key: known, isShifted: isShifted === true } : null;
  },
};

/** A message of a frame as it is documented, without anything else that it holds; null if it is none. */
export function readMessage(data: unknown): FrameMessage | null {
  if (!isValueObject(data) || typeof data['type'] !== 'string' || !Object.hasOwn(READERS, data['type'])) return null;
  return READERS[data['type'] as FrameMessage['type']](data);
}
