import { type Form, type JsonObject, type JsonValue, type UploadedFile } from '#canonical';
import { missing, wrongType, wrongValue } from '../validation/faults.js';
import { checkObject, checkString } from '../validation/json-values.js';
import { RequestFields } from '../validation/request-fields.js';
import { refuseRoutingFields } from '../validation/routing-fields.js';

/** A field of a form. Fields with the same base name are grouped. */
interface Part {
  /** As the client sent it, such as `languages[]`. */
  name: string;
  /** The text in the brackets; undefined if there are none. */
  key: string | undefined;
  content: string | UploadedFile;
}

const DECIMAL = /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i;
const BOOLEANS: Readonly<Record<string, boolean>> = { true: true, false: false, 1: true, 0: false };

const BRACKETED = /^([^[\]]+)\[([^[\]]*)\]$/;

/**
 * Reads a form whose fields are named as OpenAI's client libraries name them: `x` for a single value; `x[]`, `x[0]`
 * or repeated `x` for a list; `x[key]` for the members of an object. An empty field counts as absent.
 */
export class FormReader extends RequestFields {
  private readonly parts = new Map<string, Part[]>();

  constructor(form: Form) {
    super();
    for (const entry of form) {
      const { base, key } = parseFieldName(entry.name);
      const content = 'file' in entry ? entry.file : entry.value;
      if (content === '') continue;
      const siblings = this.parts.get(base) ?? [];
      siblings.push({ name: entry.name, key, content });
      this.parts.set(base, siblings);
    }
    refuseRoutingFields(this.parts.keys());
  }

  getPath(name: string): string {
    return name;
  }

  has(name: string): boolean {
    return this.parts.has(name);
  }

  string(name: string): string | undefined {
    const [first, second] = this.texts(name);
    if (second !== undefined) throw wrongValue(name, 'must not occur more than once');
    if (first?.key !== undefined) throw wrongType(name, 'a single value');
    return first?.content;
  }

  boolean(name: string): boolean | undefined {
    const text = this.string(name)?.trim().toLowerCase();
    if (text === undefined) return undefined;
    const value = Object.hasOwn(BOOLEANS, text) ? BOOLEANS[text] : undefined;
    if (value === undefined) throw wrongType(name, 'true or false');
    return value;
  }

  /** The values of a list, in any of the notations, or as one JSON array. */
  list(name: string): string[] | undefined {
    const texts = this.texts(name);
    if (texts.length === 0) return undefined;
    const named = texts.find(({ key }) => key !== undefined && !/^\d*$/.test(key));
    if (named !== undefined) throw wrongType(name, 'a list');
    const [only, second] = texts;
    const isJson = second === undefined && only?.key === undefined && only?.content.startsWith('[') === true;
    return isJson ? parseStrings(only.content, name) : texts.map(({ content }) => content);
  }

  listOf<Word extends string>(name: string, words: readonly Word[]): Word[] | undefined {
    return this.list(name)?.map((value) => {
      const word = words.find((one) => one === value);
      if (word === undefined) throw wrongValue(name, `must contain only ${words.join(', ')}`);
      return word;
    });
  }

  /** The members of an object, in one field each, or all in one field as JSON. */
  object(name: string): JsonObject | undefined {
    const texts = this.texts(name);
    const [first, second] = texts;
    if (first === undefined) return undefined;
    if (first.key === undefined && second === undefined)
      return checkObject(parseJson(first.content, name), name);
    return Object.fromEntries(
      texts.map(({ key, content }) => {
        if (key === undefined || key === '') throw wrongType(name, 'an object');
        return [key, content];
      }),
    );
  }

  /** The files in the order of the form. */
  files(name: string): UploadedFile[] {
    return (this.parts.get(name) ?? []).map(({ content }) => {
      if (typeof content === 'string') throw wrongType(name, 'a file');
      return content;
    });
  }

  requiredFile(name: string): UploadedFile {
    const [first, second] = this.files(name);
    if (first === undefined) throw missing(name);
    if (second !== undefined) throw wrongValue(name, 'must be a single file');
    return first;
  }

  /** Collects the fields without a canonical equivalent. */
  extensions(translated: ReadonlySet<string>): { extensions?: JsonObject } {
    const rest = [...this.parts].filter(([name]) => !translated.has(name));
    if (rest.length === 0) return {};
    return { extensions: Object.fromEntries(rest.map(([name, parts]) => [name, toPlainValue(parts)])) };
  }

  protected anyNumber(name: string): number | undefined {
    const text = this.string(name)?.trim();
    if (text === undefined) return undefined;
    if (!DECIMAL.test(text)) throw wrongType(name, 'a number');
    return Number(text);
  }

  private texts(name: string): { key: string | undefined; content: string }[] {
    return (this.parts.get(name) ?? []).map(({ key, content }) => {
      if (typeof content !== 'string') throw wrongType(name, 'text, not a file');
      return { key, content };
    });
  }
}

function toPlainValue(parts: readonly Part[]): JsonValue {
  const values = parts.map(({ content }) =>
    typeof content === 'string' ? content : (content.fileName ?? ''),
  );
  return values.length === 1 ? (values[0] ?? '') : values;
}

export function parseJson(text: string, name: string): JsonValue {
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    throw wrongValue(name, 'is not valid JSON');
  }
}

/** The strings of a JSON array in a field. */
export function parseStrings(text: string, name: string): string[] {
  const values = parseJson(text, name);
  if (!Array.isArray(values)) throw wrongType(name, 'a list');
  return values.map((value, index) => checkString(value, `${name}[${index}]`));
}

/** Splits a name and its brackets: `include[]`, `image[0]`, `chunking_strategy[type]`. */
export function parseFieldName(name: string): { base: string; key: string | undefined } {
  const [, base, key] = BRACKETED.exec(name) ?? [];
  return base === undefined ? { base: name, key: undefined } : { base, key };
}

/** Replaces the name of the model. All other fields are unchanged. */
export function retargetForm(form: Form, upstreamModel: string): Form {
  const model = { name: 'model', value: upstreamModel };
  const isNamed = form.some(({ name }) => name === 'model');
  return isNamed ? form.map((entry) => (entry.name === 'model' ? model : entry)) : [model, ...form];
}
