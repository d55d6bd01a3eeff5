import type { ApiKey } from './entities/apiKey.ts';
import type { Block } from './entities/block.ts';
import type { BlockType } from './entities/blockType.ts';
import type { ContentType } from './entities/contentType.ts';
import type { Media } from './entities/media.ts';
import type { Menu } from './entities/menu.ts';
import type { Page } from './entities/page.ts';
import type { Redirect } from './entities/redirect.ts';
import type { Settings } from './entities/settings.ts';
import type { Taxonomy } from './entities/taxonomy.ts';
import type { TrackingScript } from './entities/trackingScript.ts';
import type { User } from './entities/user.ts';
import type { Webhook } from './entities/webhook.ts';

/** What the records of each kind hold. */
export interface Records {
  contentType: ContentType;
  blockType: BlockType;
  settings: Settings;
  page: Page;
  block: Block;
  menu: Menu;
  taxonomy: Taxonomy;
  media: Media;
  redirect: Redirect;
  trackingScript: TrackingScript;
  user: User;
  apiKey: ApiKey;
  webhook: Webhook;
}
export type Kind = keyof Records;
