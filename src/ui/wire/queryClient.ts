import { QueryClient } from '@tanstack/react-query';
import { WireError } from './WireError.ts';

/** Whether an error is worth a retry: the network failed, or the server is starting. */
const isPassing = (error: Error): boolean => error instanceof WireError && (error.status === 0 || error.status >= 502);

const RETRIES = 2;

/** The cache of the server's answers. Events, rather than time, make it stale. */
export const createQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 60_000,
        retry: (count, error) => isPassing(error) && count < RETRIES,
        networkMode: 'always',
      },
      mutations: { networkMode: 'always' },
    },
  });
