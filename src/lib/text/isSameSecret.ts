import { createHash, timingSafeEqual } from 'node:crypto';

/** Compares digests in constant time; their length reveals nothing. */
export const isSameSecret = (one: string, other: string): boolean => timingSafeEqual(sha256(one), sha256(other));

const sha256 = (secret: string): Buffer => createHash('sha256').update(secret).digest();
