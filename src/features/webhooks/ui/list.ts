import { defineRecordList } from '../../../ui/screens/record/lists.ts';
import { ask } from '../../../ui/wire/ask.ts';

export const webhookList = defineRecordList('webhook', () => ask('GET /api/admin/webhooks'));
