import { readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import type { NoticeSubject } from '../../src/inbox/notice.ts';
import { openInbox } from '../../src/inbox/openInbox.ts';
import { makeFolder } from '../store/makeFolder.ts';

const ABOUT: NoticeSubject = { reason: 'mention', by: 'user/1', record: { kind: 'page', id: 7 }, change: null, comment: 9 };
