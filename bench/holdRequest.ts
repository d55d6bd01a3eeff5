/** A request that is expensive to answer. */
export interface Sent {
  readonly what: string;
  readonly by: 'public' | 'editor';
  readonly path: string;
  readonly method?: string;
  readonly body?: string;
  readonly accepts?: readonly number[];
  /** Whether it is also sent as the first request after a start. */
  readonly isFirst?: boolean;
  /** Whether it changes so much that it is sent only once. */
  readonly isOnce?: boolean;
}

export const content = (path: string): Pick<Sent, 'by' | 'path'> => ({ by: 'public', path: `/api/content/${path}` });
export const admin = (path: string): Pick<Sent, 'by' | 'path'> => ({ by: 'editor', path: `/api/admin/${path}` });
export const put = (value: object) => ({ method: 'PUT', body: JSON.stringify(value) });
export const post = (value: object) => ({ method: 'POST', body: JSON.stringify(value) });
