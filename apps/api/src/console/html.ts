const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Escaped markup. Only the template tag `html` creates it, so that no text is inserted without escaping. */
export class Html {
  private constructor(readonly text: string) {}

  static from(fixed: TemplateStringsArray, inserted: readonly InsertedValue[]): Html {
    return new Html(fixed.map((chunk, index) => chunk + toText(inserted[index] ?? '')).join(''));
  }
}

type InsertedValue = string | Html | readonly Html[];

/** A template tag that escapes all inserted values, except results of the same tag. */
export function html(fixed: TemplateStringsArray, ...inserted: InsertedValue[]): Html {
  return Html.from(fixed, inserted);
}

function toText(value: InsertedValue): string {
  if (typeof value === 'string') return escape(value);
  return value instanceof Html ? value.text : value.map(({ text }) => text).join('');
}

function escape(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}
