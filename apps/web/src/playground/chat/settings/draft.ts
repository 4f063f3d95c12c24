import { memoryStore } from '../../memory-store.js';
import { type FormatId } from '../conversation.js';
import { FORMATS } from '../formats/formats.js';
import { SAMPLE_SCHEMA, SAMPLE_TOOLS, readSchema, readTools } from './read-tools.js';
import { NO_SETTINGS, type Settings } from './settings.js';

/** The settings as the user edits them: JSON texts that may be invalid, and switches that turn them on. */
export interface Draft extends Omit<Settings, 'tools' | 'schema'> {
  hasTools: boolean;
  toolsText: string;
  hasSchema: boolean;
  schemaText: string;
}

export const DEFAULT_DRAFT: Draft = {
  system: NO_SETTINGS.system,
  stop: NO_SETTINGS.stop,
  isStreamed: NO_SETTINGS.isStreamed,
  toolChoice: NO_SETTINGS.toolChoice,
  hasTools: false,
  toolsText: SAMPLE_TOOLS,
  hasSchema: false,
  schemaText: SAMPLE_SCHEMA,
};

export interface DraftErrors {
  tools?: string;
  schema?: string;
}

interface CheckedDraft {
  /** Undefined while there are errors. */
  settings: Settings | undefined;
  errors: DraftErrors;
}

/** Parses the draft, and removes settings that the format does not support. */
export function checkDraft(draft: Draft, format: FormatId): CheckedDraft {
  const { hasTools, toolsText, hasSchema, schemaText, ...others } = draft;
  const tools = tryRead(() => (hasTools ? readTools(toolsText) : []));
  const schema = tryRead(() => (hasSchema ? readSchema(schemaText) : undefined));
  const errors = { tools: tools.error, schema: schema.error };
  if (errors.tools !== undefined || errors.schema !== undefined) return { settings: undefined, errors };
  const settings = { ...others, tools: tools.value ?? [], schema: schema.value };
  return { settings: withoutUnsupported(settings, format), errors };
}

function withoutUnsupported(settings: Settings, format: FormatId): Settings {
  const { parameters, efforts } = FORMATS[format];
  const { effort, stop } = settings;
  return {
    ...settings,
    effort: effort !== undefined && efforts.includes(effort) ? effort : undefined,
    stop: parameters.includes('stop') ? stop : [],
  };
}

function tryRead<Value>(read: () => Value): { value?: Value; error?: string } {
  try {
    return { value: read() };
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) };
  }
}

export const draftStore = memoryStore<Draft>(DEFAULT_DRAFT);
