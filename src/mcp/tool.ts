import type { ZodRawShape, z } from 'zod';
import type { Answer, AskServer } from './askServer.ts';

/** One thing that an agent can do. */
export interface Tool {
  readonly name: string;
  readonly title: string;
  /** For the agent: what it gives, and when to use it. */
  readonly description: string;
  readonly input: ZodRawShape;
  /** `read` changes nothing, `propose` changes what is not live, `publish` what is. */
  readonly effect: 'read' | 'propose' | 'publish';
  run(ask: AskServer, args: unknown): Promise<Answer>;
}

/** A tool whose arguments have the types of its input. The server that registers it has checked them. */
export const tool = <T extends ZodRawShape>(
  made: Omit<Tool, 'input' | 'run'> & {
    readonly input: T;
    readonly run: (ask: AskServer, args: z.infer<z.ZodObject<T>>) => Promise<Answer>;
  },
): Tool => ({ ...made, run: (ask, args) => made.run(ask, args as z.infer<z.ZodObject<T>>) });
