import type { ZodRawShape, z } from 'zod';
import type { AskServer, ServerAnswer } from './askServer.ts';

/** One thing that an agent can do. */
export interface AgentTool {
  readonly name: string;
  readonly title: string;
  /** Tells the agent what the tool does and when to use it. */
  readonly description: string;
  readonly input: ZodRawShape;
  /** `read` changes nothing, `propose` changes something that is not live, `publish` the live site. */
  readonly effect: 'read' | 'propose' | 'publish';
  run(ask: AskServer, args: unknown): Promise<ServerAnswer>;
}

/** Defines a tool whose arguments have the types of its input; the server checks them before it runs. */
export const tool = <T extends ZodRawShape>(
  made: Omit<AgentTool, 'input' | 'run'> & {
    readonly input: T;
    readonly run: (ask: AskServer, args: z.infer<z.ZodObject<T>>) => Promise<ServerAnswer>;
  },
): AgentTool => ({ ...made, run: (ask, args) => made.run(ask, args as z.infer<z.ZodObject<T>>) });
