/** How a service writes its events into a body. */
export interface Framing {
  readonly headers: Readonly<Record<string, string>>;
  event(data: object | string, index: number): string;
  /** The end of a complete stream. */
  readonly end: string;
  /** The end after an error in the middle of a stream. */
  readonly close: string;
}

const EVENT_STREAM_HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-cache',
};

/** Events that have only data. */
export function dataFraming(lineEnd: string, end: string): Framing {
  return {
    headers: EVENT_STREAM_HEADERS,
    event: (data) => `data: ${getText(data)}${lineEnd}${lineEnd}`,
    end,
    close: '',
  };
}

/** Events that are named by their type. */
export const NAMED_EVENTS: Framing = {
  headers: EVENT_STREAM_HEADERS,
  event: (data) => {
    const name = typeof data === 'object' && 'type' in data ? `event: ${String(data.type)}\n` : '';
    return `${name}data: ${getText(data)}\n\n`;
  },
  end: '',
  close: '',
};

/** One JSON array, written element by element. */
export const JSON_ARRAY: Framing = {
  headers: { 'content-type': 'application/json; charset=UTF-8' },
  event: (data, index) => `${index === 0 ? '[' : ',\r\n'}${getText(data)}`,
  end: ']',
  close: ']',
};

function getText(data: object | string): string {
  return typeof data === 'string' ? data : JSON.stringify(data);
}
