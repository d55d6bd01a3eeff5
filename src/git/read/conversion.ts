import { readFileSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { hasErrorCode } from '../../lib/disk/hasErrorCode.ts';
import { onceEach } from '../../lib/list/onceEach.ts';
import { type AttributeValue, isUniform, parseAttributes, resolveAttributes } from '../format/attributes.ts';
import { type GitConfig, isTrue, parseConfig } from '../format/config.ts';
import type { RepositoryLocation } from './discover.ts';

/** Knows which files git would convert between the working tree and its objects. */
export interface ConversionCheck {
  /** Reads attributes and settings as they are now. */
  look(): Conversions;
  /** Changes whenever one of the files changes that apply to the content as a whole. */
  stamp(): string;
}

/** Attributes and settings: each of their files is read once, when it first matters. */
export interface Conversions {
  /** The attribute or setting that converts a file of the content, as git writes it; null if its bytes stay as they are. */
  find(path: string, bytes?: Uint8Array): string | null;
}

type PathAttributes = ReadonlyMap<string, AttributeValue>;

/** One row for each conversion: the attribute or setting that turns it on, if any. */
const CONVERSIONS: readonly ((attributes: PathAttributes, config: GitConfig, bytes?: Uint8Array) => string | null)[] = [
  (attributes) => valued('filter', attributes),
  (attributes) => (attributes.get('ident') === true ? 'ident' : null),
  (attributes) => {
    const encoding = valued('working-tree-encoding', attributes);
    return encoding && /=utf-?8$/i.test(encoding) ? null : encoding;
  },
  lineEndings,
];

const valued = (name: string, attributes: PathAttributes): string | null => {
  const value = attributes.get(name);
  return typeof value === 'string' ? `${name}=${value}` : null;
};

const CRLF = Buffer.from('\r\n');

/**
 * Git's convert_attrs: whether lines get CR LF in the working tree, or lose it on the way into an object, which
 * matters only for bytes that have it.
 */
function lineEndings(attributes: PathAttributes, config: GitConfig, bytes?: Uint8Array): string | null {
  const name = isTextRule(attributes.get('text')) ? 'text' : 'crlf';
  const value = attributes.get(name);
  if (value === false) return null;
  const eol = attributes.get('eol');
  if (eol === 'crlf') return 'eol=crlf';
  const losesCr = bytes !== undefined && Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).includes(CRLF);
  if (eol === 'lf' || value === 'input') return losesCr ? (valued('eol', attributes) ?? `${name}=input`) : null;
  const autocrlf = config.get('core.autocrlf') ?? '';
  if (!isTextRule(value) && !isTrue(autocrlf) && autocrlf !== 'input') return null;
  if (isTrue(autocrlf)) return 'core.autocrlf';
  if (autocrlf !== 'input' && config.get('core.eol') === 'crlf') return 'core.eol';
  if (!losesCr) return null;
  return isTextRule(value) ? (valued(name, attributes) ?? name) : 'core.autocrlf';
}

const isTextRule = (value: AttributeValue | undefined): boolean =>
  typeof value === 'boolean' || value === 'auto' || value === 'input';

function readFileStamp(path: string): string {
  try {
    const stat = statSync(path, { bigint: true, throwIfNoEntry: false });
    return stat?.isFile() ? `${stat.ino} ${stat.size} ${stat.mtimeNs} ${stat.ctimeNs}` : '';
  } catch (error) {
    // A file where a folder would have to be, or a folder that others may not enter.
    if (hasErrorCode(error, 'ENOTDIR', 'EACCES')) return '';
    throw error;
  }
}

/** Parses a file, and parses it again only when it has changed; a missing file reads as empty. */
function createFileReader<T>(parse: (text: string, path: string) => T): (path: string) => T {
  const known = new Map<string, { readonly stamp: string; readonly value: T }>();
  return (path) => {
    const present = known.get(path);
    const stamp = readFileStamp(path);
    if (present?.stamp === stamp) return present.value;
    const value = parse(stamp === '' ? '' : readTextIfPresent(path), path);
    known.set(path, { stamp, value });
    return value;
  };
}

function readTextIfPresent(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (hasErrorCode(error, 'ENOENT', 'EACCES')) return '';
    throw error;
  }
}

export function createConversionCheck({ worktree, gitDir, commonDir, prefix }: RepositoryLocation): ConversionCheck {
  const home = homeFolder();
  const readConfig = createFileReader(parseConfig);
  const readAttributes = createFileReader((text, path) => parseAttributes(text, attributesFolder(worktree, path)));
  const configFiles = [
    '/etc/gitconfig',
    ...(home === null ? [] : [join(home, '.config/git/config'), join(home, '.gitconfig')]),
    join(commonDir, 'config'),
  ];

  function config(): GitConfig {
    const merged = new Map(configFiles.flatMap((path) => [...readConfig(path)]));
    if (!isTrue(merged.get('extensions.worktreeconfig'))) return merged;
    return new Map([...merged, ...readConfig(join(gitDir, 'config.worktree'))]);
  }

  /** The least important first (gitattributes, "Description"). */
  function attributeFiles(folder: string, settings: GitConfig): readonly string[] {
    const named = settings.get('core.attributesfile') ?? '~/.config/git/attributes';
    const own = home === null && named.startsWith('~/') ? [] : [named.replace(/^~\//, `${home}/`)];
    const names = folder.split('/').filter(Boolean);
    const folders = [worktree, ...names.map((_, depth) => join(worktree, ...names.slice(0, depth + 1)))];
    const inTree = folders.map((folder) => join(folder, '.gitattributes'));
    return ['/etc/gitattributes', ...own, ...inTree, join(commonDir, 'info', 'attributes')];
  }

  function look(): Conversions {
    const settings = config();
    const read = onceEach(readAttributes);
    const attributesIn = onceEach((folder: string): AttributesOf => {
      const files = attributeFiles(folder, settings).map(read);
      const shared = files.every(isUniform) ? resolveAttributes(files, folder) : undefined;
      return (path) => shared ?? resolveAttributes(files, path);
    });
    return {
      find(path, bytes) {
        const full = `${prefix}${path}`;
        const attributes = attributesIn(full.slice(0, full.lastIndexOf('/') + 1))(full);
        for (const conversion of CONVERSIONS) {
          const found = conversion(attributes, settings, bytes);
          if (found !== null) return found;
        }
        return null;
      },
    };
  }

  return { look, stamp: () => [...configFiles, ...attributeFiles(prefix, config())].map(readFileStamp).join('|') };
}

/** The attributes of the files in one folder. */
type AttributesOf = (path: string) => PathAttributes;

/** The patterns of a `.gitattributes` in the worktree are relative to its folder, all others to the root. */
function attributesFolder(worktree: string, path: string): string {
  const isInTree = path.startsWith(`${worktree}/`) && path.endsWith('/.gitattributes');
  return isInTree ? path.slice(worktree.length + 1, -'.gitattributes'.length) : '';
}

/** The user's home folder; null if there is none: a container may run as a user id without a user. */
export function homeFolder(find: () => string = homedir): string | null {
  try {
    return find() || null;
  } catch (error) {
    if (hasErrorCode(error, 'ERR_SYSTEM_ERROR')) return null;
    throw error;
  }
}
