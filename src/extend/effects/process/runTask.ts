import type { AfterInput, ProposedEdit } from '../../after.ts';
import type { ExtensionDefinition, QuireConfig } from '../../extension.ts';
import { toLoadedExtension } from '../../load/extensionFiles.ts';
import { runConfig } from '../../load/runConfig.ts';
import type { EffectTask, ProposalEdit, ProposalRequest } from './effectTask.ts';
import { createHostFetch } from './hostFetch.ts';

/** What a run reaches of the server. */
export interface EffectHost {
  propose(request: ProposalRequest): Promise<string>;
  log(text: string): void;
}

/** Runs an effect in this process. @throws whatever the code of the extension throws */
export async function runTask(task: EffectTask, host: EffectHost): Promise<void> {
  const { after = [] } = await loadExtension(task);
  const effect = after[task.effect];
  if (effect?.event !== task.event) throw new Error(`The extension has no such effect of ${task.event}`);
  const { commit, at, page, data } = task;
  const fetch = createHostFetch(task) as AfterInput['fetch'];
  // Libraries that call the platform's get the same one.
  globalThis.fetch = fetch as typeof globalThis.fetch;
  await effect.run({
    ...{ event: task.event, commit, at, data, fetch, log: (message) => host.log(`${message}\n`) },
    ...(page && { page }),
    secret: (name) => readSecret(task, name),
    propose: async (title, edit, { once }) => host.propose({ title, once, edits: recordEdits(edit) }),
  });
}

/** @throws if its code has changed: what runs here must be what the server has shown and checked at its start */
async function loadExtension({ config, extension, hash }: EffectTask): Promise<ExtensionDefinition> {
  const loaded = (await runConfig(config, {})) as QuireConfig | undefined;
  const definition = loaded?.extensions?.find(({ name }) => name === extension);
  if (!definition || toLoadedExtension(definition, config).hash !== hash)
    throw new Error('The code of the extension has changed since the start: restart Quire');
  return definition;
}

function readSecret({ secrets }: EffectTask, name: string): string {
  const value = Object.hasOwn(secrets, name) ? secrets[name] : undefined;
  if (value === undefined)
    throw new Error(`There is no secret ${name}: it is not set, or not among those that the extension needs`);
  return value;
}

function recordEdits(edit: (edit: ProposedEdit) => void): readonly ProposalEdit[] {
  const edits: ProposalEdit[] = [];
  edit({
    page: (id, values) => void edits.push({ kind: 'page', id, values }),
    media: (id, values) => void edits.push({ kind: 'media', id, values }),
  });
  return edits;
}
