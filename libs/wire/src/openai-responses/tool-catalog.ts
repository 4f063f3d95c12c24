import { createHash } from 'node:crypto';
import { type JsonObject, type JsonValue } from '#canonical';
import { getObjects } from './json-object.js';

/** A tool with the client's name for it. */
export interface ClientTool {
  kind: 'function' | 'custom' | 'tool-search';
  name: string;
  /** The group of tools that it belongs to. */
  namespace?: string;
}

export const TOOL_SEARCH = 'tool_search';

/** Items of a conversation that add tools. */
export const TOOL_ITEMS: ReadonlySet<unknown> = new Set(['additional_tools', 'tool_search_output']);

const ACCEPTED_NAME = /^[a-zA-Z0-9_-]{1,64}$/;
const MAX_PREFIX_LENGTH = 47;

/**
 * The names of the request's tools in formats that have no namespaces and no types of tools. The name depends only on
 * the tool itself, so that calls in a conversation have the same name in every request. Only if two tools would have
 * the same name, one gets a hash.
 */
export class ToolCatalog {
  private readonly byFlatName = new Map<string, ClientTool>();
  private readonly flatNames = new Map<string, string>();

  /** The tools of a decoded request, for the encoding of its response. */
  static read(body: JsonObject): ToolCatalog {
    const catalog = new ToolCatalog();
    catalog.addAll(body['tools']);
    for (const item of getObjects(body['input'])) {
      if (TOOL_ITEMS.has(item['type'])) catalog.addAll(item['tools']);
    }
    return catalog;
  }

  /** Adds a tool and returns its flat name. */
  add(tool: ClientTool): string {
    const key = toKey(tool);
    const existing = this.flatNames.get(key);
    if (existing !== undefined) return existing;
    const plain = toFlatName(tool);
    const name = this.byFlatName.has(plain) ? toHashedName(plain, key) : plain;
    this.byFlatName.set(name, tool);
    this.flatNames.set(key, name);
    return name;
  }

  /** Also returns a name for a tool that the request no longer defines. */
  getFlatName(tool: ClientTool): string {
    return this.flatNames.get(toKey(tool)) ?? toFlatName(tool);
  }

  find(flatName: string): ClientTool | undefined {
    return this.byFlatName.get(flatName);
  }

  /** Describes the tools that a search found, for the model. */
  list(tools: JsonValue | undefined, namespace?: string): JsonObject[] {
    return getObjects(tools).flatMap(({ type, name, description, tools: members }): JsonObject[] => {
      if (typeof name !== 'string') return [];
      if (type === 'namespace' && namespace === undefined) return this.list(members, name);
      if (type !== 'function' && type !== 'custom') return [];
      return [{ name: this.getFlatName({ kind: type, name, namespace }), description: description ?? '' }];
    });
  }

  private addAll(tools: JsonValue | undefined, namespace?: string): void {
    for (const tool of getObjects(tools)) {
      const { type, name } = tool;
      if (isClientToolSearch(tool)) this.add({ kind: 'tool-search', name: TOOL_SEARCH });
      if (typeof name !== 'string') continue;
      if (type === 'namespace' && namespace === undefined) this.addAll(tool['tools'], name);
      if (type === 'function' || type === 'custom') this.add({ kind: type, name, namespace });
    }
  }
}

/** A tool search that the client runs. */
export function isClientToolSearch({ type, execution }: JsonObject): boolean {
  return type === TOOL_SEARCH && execution === 'client';
}

/** The items that add tools, without the rest of the conversation. */
export function getToolItems(input: JsonValue | undefined): JsonObject[] {
  return getObjects(input)
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
  return `${name.slice(0, MAX_PREFIX_LENGTH).replaceAll(/[^a-zA-Z0-9_-]/g, '_')}_${digest}`;
}

function toKey({ kind, name, namespace }: ClientTool): string {
  return JSON.stringify([kind, namespace ?? null, name]);
}
