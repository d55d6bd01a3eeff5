import type { Middleware } from '../state.ts';

/** How long the rest of a body that nobody reads is still taken in, so that its sender gets to read the answer. */
const LINGER_MS = 5_000;

/** Ends connections whose request is answered but goes on sending. */
export const linger =
  (ms = LINGER_MS): Middleware =>
  async (ctx, next) => {
    const { req, res } = ctx;
    res.once('finish', () => {
      if (!req.complete) setTimeout(() => req.complete || req.socket.destroy(), ms).unref();
    });
    await next();
  };
