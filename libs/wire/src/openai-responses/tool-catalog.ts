import { createHash } from 'node:crypto';
import { type JsonObject, type JsonValue } from '#canonical';
import { objectsIn } from './json-object.js';

/** A tool as the client knows it. */
export interface ClientTool {
  kind: 'function' | 'custom' | 'tool-search';
  name: string;
  /** The group that it stands in. */
  namespace?: string;
}

export const TOOL_SEARCH = 'tool_search';

/** Items of a conversation that bring tools along. */
export const TOOL_ITEMS: ReadonlySet<unknown> = new Set(['additional_tools', 'tool_search_output']);

const ACCEPTED_NAME = /^[a-zA-Z0-9_-]{1,64}$/;
const KEPT_LENGTH = 47;

/**
 * What each tool of a request is called where tools have no groups and no kinds. Only the tool itself decides on its
 * name, so that a call in the history keeps it from turn to turn; the name says nothing of other tools unless two
 * would have the same.
 */
export class ToolCatalog {
  private readonly byFlatName = new Map<string, ClientTool>();
  private readonly flatNames = new Map<string, string>();

  /** The tools of a request that was decoded, for the answer to it. */
  static read(body: JsonObject): ToolCatalog {
    const catalog = new ToolCatalog();
    catalog.addAll(body['tools']);
    for (const item of objectsIn(body['input'])) {
      if (TOOL_ITEMS.has(item['type'])) catalog.addAll(item['tools']);
    }
    return catalog;
  }

  /** Gives the tool its flat name. */
  add(tool: ClientTool): string {
    const key = toKey(tool);
    const known = this.flatNames.get(key);
    if (known !== undefined) return known;
    const plain = toFlatName(tool);
    const name = this.byFlatName.has(plain) ? toHashedName(plain, key) : plain;
    this.byFlatName.set(name, tool);
    this.flatNames.set(key, name);
    return name;
  }

  /** Also for a tool that the request does not define any more. */
  getFlatName(tool: ClientTool): string {
    return this.flatNames.get(toKey(tool)) ?? toFlatName(tool);
  }

  find(flatName: string): ClientTool | undefined {
    return this.byFlatName.get(flatName);
  }

  /** What a model is told of tools that were found for it. */
  list(tools: JsonValue | undefined, namespace?: string): JsonObject[] {
    return objectsIn(tools).flatMap(({ type, name, description, tools: members }): JsonObject[] => {
      if (typeof name !== 'string') return [];
      if (type === 'namespace' && namespace === undefined) return this.list(members, name);
      if (type !== 'function' && type !== 'custom') return [];
      return [{ name: this.getFlatName({ kind: type, name, namespace }), description: description ?? '' }];
    });
  }

  private addAll(tools: JsonValue | undefined, namespace?: string): void {
    for (const tool of objectsIn(tools)) {
      const { type, name } = tool;
      if (isClientToolSearch(tool)) this.add({ kind: 'tool-search', name: TOOL_SEARCH });
      if (typeof name !== 'string') continue;
      if (type === 'namespace' && namespace === undefined) this.addAll(tool['tools'], name);
      if (type === 'function' || type === 'custom') this.add({ kind: type, name, namespace });
    }
  }
}

/** A search that the client runs: the model only asks for it. */
export function isClientToolSearch({ type, execution }: JsonObject): boolean {
  return type === TOOL_SEARCH && execution === 'client';
}

/** What an answer needs of the request's conversation: the tools that it names. */
export function getToolItems(input: JsonValue | undefined): JsonObject[] {
  return objectsIn(input)
    .filter(({ type }) => TOOL_ITEMS.has(type))
    .map(({ type, tools }) => ({ type: type ?? null, tools: tools ?? [] }));
}

function toFlatName({ name, namespace }: ClientTool): string {
  if (namespace === undefined) return name;
  const flat = `${namespace}__${name}`;
  return ACCEPTED_NAME.test(flat) ? flat : toHashedName(flat, flat);
}

function toHashedName(name: string, key: string): string {
  const digest = createHash('sha256').update(key).digest('hex').slice(0, 16);
  return `${name.slice(0, KEPT_LENGTH).replaceAll(/[^a-zA-Z0-9_-]/g, '_')}_${digest}`;
}

function toKey({ kind, name, namespace }: ClientTool): string {
  return JSON.stringify([kind, namespace ?? null, name]);
}
