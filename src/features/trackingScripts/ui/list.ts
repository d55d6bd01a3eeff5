import { defineRecordList } from '../../../ui/screens/record/lists.ts';
import { ask } from '../../../ui/wire/ask.ts';

export const scriptList = defineRecordList('trackingScript', () => ask('GET /api/admin/tracking-scripts'));
