import { connectWithin, type FrameScope } from './connectWithin.ts';
import type { ConnectFrame } from './types.ts';

export type * from './types.ts';

export const connect: ConnectFrame = () => connectWithin(globalThis as unknown as FrameScope);
