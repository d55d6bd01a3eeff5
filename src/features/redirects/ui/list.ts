import { defineRecordList } from '../../../ui/screens/record/lists.ts';
import { ask } from '../../../ui/wire/ask.ts';

export const redirectList = defineRecordList('redirect', () => ask('GET /api/admin/redirects'));
