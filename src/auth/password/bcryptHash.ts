/** bcrypt's text format; costs above 15 would occupy a thread for seconds. */
const HASH = /^\$2[aby]\$(0[4-9]|1[0-5])\$[./A-Za-z0-9]{53}$/;

export const isUsableHash = (hash: string): boolean => HASH.test(hash);

/** The cost of a hash, whose comparison takes 2^cost rounds; 0 if the hash is unusable. */
export const bcryptCost = (hash: string): number => Number(HASH.exec(hash)?.[1] ?? 0);

/** A hash with a valid format only; the result of comparing with it is never used. */
export const dummyHash = (cost: number): string =>
  `$2b$${String(cost).padStart(2, '0')}$${'abcdefghijklmnopqrstuu'}${'.'.repeat(31)}`;
