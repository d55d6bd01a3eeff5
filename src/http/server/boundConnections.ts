import { readFileSync } from 'node:fs';
import type { Server } from 'node:http';

/** Where the system says how many files the process may have open, connections among them (Linux, proc(5)). */
const LIMITS_FILE = '/proc/self/limits';
/** For what the server itself opens: the repository's files, caches, threads. */
const KEPT_FILES = 512;
/** Idle connections take about 10 KB each. */
const MAX_CONNECTIONS = 20_000;
/** To look through all connections for idle ones takes milliseconds. */
const SWEEP_MS = 1_000;

/**
 * Refuses connections beyond so many, so that they take neither all memory nor the descriptors that writing needs. Where
 * there is no room, connections on which nothing is asked have to go: whoever is there keeps nobody else out by
 * staying.
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
    // Other systems have no such file.
    return Number.POSITIVE_INFINITY;
  }
}
