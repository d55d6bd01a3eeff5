import { readFileSync } from 'node:fs';
import type { Server } from 'node:http';

/** Where the system says how many files the process may have open, including connections (Linux, proc(5)). */
const LIMITS_FILE = '/proc/self/limits';
/** Reserved for the files that the server itself opens: the repository's, caches, threads. */
const KEPT_FILES = 512;
/** An idle connection takes about 10 KB. */
const MAX_CONNECTIONS = 20_000;
/** The least time between two sweeps: looking through all connections for idle ones takes milliseconds. */
const SWEEP_MS = 1_000;

/**
 * Refuses connections beyond a maximum, so that they take neither all memory nor the file descriptors that writing
 * needs. When a connection is refused, idle ones are closed, so that nobody keeps others out by staying connected.
 */
export function boundConnections(server: Server, max = maxConnections()): void {
  server.maxConnections = max;
  let sweptAt = Number.NEGATIVE_INFINITY;
  server.on('drop', () => {
    if (performance.now() - sweptAt < SWEEP_MS) return;
    sweptAt = performance.now();
    server.closeIdleConnections();
  });
}

const maxConnections = (): number => Math.max(1, Math.min(MAX_CONNECTIONS, maxOpenFiles() - KEPT_FILES));

function maxOpenFiles(): number {
  try {
    return Number(/^Max open files +(\d+)/m.exec(readFileSync(LIMITS_FILE, 'latin1'))?.[1] ?? Number.POSITIVE_INFINITY);
  } catch {
    // Systems other than Linux do not have the file.
    return Number.POSITIVE_INFINITY;
  }
}
