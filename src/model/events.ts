/** The events that webhooks can receive (contract, "Events"). */
export const EVENTS = [
  'page.created',
  'page.updated',
  'page.deleted',
  'page.published',
  'page.unpublished',
  'media.uploaded',
  'media.deleted',
  'content.changed',
  'merge.clashed',
] as const;
export type EventName = (typeof EVENTS)[number];
