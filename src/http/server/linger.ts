import type { Middleware } from '../state.ts';

/** How long the rest of an unread body is still accepted, so that its sender gets to read the answer. */
const LINGER_MS = 5_000;

/** Ends connections that go on sending a request after it has been answered. */
export const linger =
  (ms = LINGER_MS): Middleware =>
  async (ctx, next) => {
    const { req, res } = ctx;
    res.once('finish', () => {
      if (!req.complete) setTimeout(() => req.complete || req.socket.destroy(), ms).unref();
    });
    await next();
  };
