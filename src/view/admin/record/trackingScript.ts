import type { TrackingScript } from '../../../model/entities/trackingScript.ts';
import type { Entry } from '../../../model/entry.ts';

export const showTrackingScript = ({ id, createdAt, updatedAt, data }: Entry<TrackingScript>): object => ({
  id,
  name: data.name,
  code: data.code,
  position: data.position,
  priority: data.priority,
  isActive: data.isActive,
  scope: data.scope,
  targetPages: data.targetPages,
  createdAt,
  updatedAt,
});
