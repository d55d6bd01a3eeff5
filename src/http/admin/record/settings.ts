import { settings } from '../../../model/entities/settings.ts';
import { siteSettings } from '../../../model/siteSettings.ts';
import { type SiteAddresses, showSettings } from '../../../view/admin/records.ts';
import { SETTINGS } from '../../../view/shapes/site.ts';
import { describedBy } from '../../../write/problems.ts';
import { settingsInput, updateSettings } from '../../../write/record/settings.ts';
import { defineEndpoint, type Endpoint } from '../../endpoint.ts';
import { recordResult, writtenResult } from '../../result.ts';
import { answerWritten, type CrudDeps, firstEntry } from '../crud.ts';

export interface SettingsDeps extends CrudDeps, SiteAddresses {}

/** The site's settings, which are a single record. */
export const settingsEndpoints = ({ lookup, writer, commitOf, ...addresses }: SettingsDeps): Endpoint[] => [
  defineEndpoint({
    method: 'GET',
    path: '/api/admin/config',
    summary: "Read the site's settings",
    access: settings.access.read,
    result: recordResult(SETTINGS),
    handle() {
      const present = lookup.byKey('settings', '');
      return { data: showSettings(siteSettings(lookup), addresses), ...(present && { etag: present.rev }) };
    },
  }),
  defineEndpoint({
    method: 'PUT',
    path: '/api/admin/config',
    summary: "Update the site's settings",
    access: settings.access.update,
    result: writtenResult(SETTINGS),
    lateWrites: 'merged',
    body: describedBy(settingsInput),
    patch: 'asPut',
    async handle({ body, actor, ifMatch }) {
      const written = await writer.write(updateSettings(body, ifMatch), actor);
      // If all settings keep their defaults, there is no file.
      if (written.entries.length === 0) return { data: showSettings(siteSettings(lookup), addresses) };
      const entry = firstEntry<'settings'>(written);
      return { ...answerWritten(written, entry, { commitOf }), data: showSettings(entry.data, addresses) };
    },
  }),
];
