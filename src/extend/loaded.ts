import type { ExtensionDefinition } from './extension.ts';

/** An extension that a start has loaded. */
export interface LoadedExtension {
  readonly definition: ExtensionDefinition;
  /** The absolute path of the folder that its frames are in; null if it has none. */
  readonly folder: string | null;
  /** SHA-256 of the file that declares it, in hex; it changes whenever that file does. */
  readonly hash: string;
  /**
   * The absolute path of the configuration that lists it, for its effects: their process loads it again, since functions
   * cannot be sent there. Without it they do not run.
   */
  readonly config?: string;
}

/** Which state of an extension runs: if it is the same, so is what the extension does. */
export interface ExtensionIdentity {
  readonly name: string;
  readonly version: string;
  readonly hash: string;
}

export const identifyExtension = ({ definition, hash }: LoadedExtension): ExtensionIdentity => ({
  name: definition.name,
  version: definition.version,
  hash,
});

/** The extensions in one line for people: `maps 1.2.0 (sha256 7d865e95)`. */
export const describeIdentity = ({ name, version, hash }: ExtensionIdentity): string =>
  `${name} ${version} (sha256 ${hash.slice(0, 12)})`;
