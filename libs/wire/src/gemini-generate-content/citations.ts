import { type Citation, type JsonObject } from '#canonical';
import { type ProtoObject } from './proto-object.js';

/** A source of a text. Its range is counted in bytes of UTF-8. */
export interface Source {
  url: string;
  title?: string;
  startByte?: number;
  endByte?: number;
}

/** The sources of a candidate, from its grounding or from its quotations. */
export function readSources(candidate: ProtoObject): Source[] {
  const grounding = candidate.object('groundingMetadata');
  const quoted = candidate.object('citationMetadata');
  const quotations = quoted?.objects('citationSources') ?? quoted?.objects('citations') ?? [];
  return [
    ...(grounding ? readGroundingSources(grounding) : []),
    ...quotations.flatMap((one) => readSource(one, one)),
  ];
}

function readGroundingSources(grounding: ProtoObject): Source[] {
  const supports = grounding.objects('groundingSupports') ?? [];
  return (grounding.objects('groundingChunks') ?? []).flatMap((chunk, index) => {
    const web = chunk.object('web');
    if (web === undefined) return [];
    const supported = supports.filter((one) => getIndices(one).includes(index));
    if (supported.length === 0) return readSource(web, undefined);
    return supported.flatMap((one) => readSource(web, one.object('segment')));
  });
}

function getIndices(support: ProtoObject): unknown[] {
  const indices = support.value('groundingChunkIndices');
  return Array.isArray(indices) ? indices : [];
}

function readSource(source: ProtoObject, segment: ProtoObject | undefined): Source[] {
  const url = source.string('uri');
  if (!url) return [];
  const title = source.string('title');
  const endByte = segment?.integer('endIndex');
  const startByte = endByte === undefined ? undefined : (segment?.integer('startIndex') ?? 0);
  return [{ url, ...(title === undefined ? {} : { title }), startByte, endByte }];
}

/** Converts sources to citations of their text. */
export function toCitations(sources: readonly Source[], text: string): Citation[] {
  const bytes = Buffer.from(text, 'utf8');
  const toCharacters = (offset: number): number => bytes.toString('utf8', 0, offset).length;
  return sources.map(({ url, title, startByte, endByte }) => ({
    url,
    ...(title === undefined ? {} : { title }),
    ...(startByte === undefined ? {} : { start: toCharacters(startByte) }),
    ...(endByte === undefined ? {} : { end: toCharacters(endByte) }),
  }));
}

/** Encodes citations as `groundingMetadata`: each has a chunk, and a support if it has a range. */
export function encodeGrounding(citations: readonly Citation[], text: string): JsonObject {
  const toBytes = (characters: number): number => Buffer.byteLength(text.slice(0, characters), 'utf8');
  return {
    groundingChunks: citations.map(({ url, title }) => ({
      web: { uri: url, ...(title === undefined ? {} : { title }) },
    })),
    groundingSupports: citations.flatMap(({ start = 0, end }, index) => {
      if (end === undefined) return [];
      const segment = { startIndex: toBytes(start), endIndex: toBytes(end), text: text.slice(start, end) };
      return [{ segment, groundingChunkIndices: [index] }];
    }),
  };
}
