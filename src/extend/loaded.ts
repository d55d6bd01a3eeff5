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
