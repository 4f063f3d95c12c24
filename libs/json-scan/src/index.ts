export {
  KEEP,
  type ValueEdit,
  editEntries,
  editSignedEntries,
  findSignedConversation,
} from './edit-entries.js';
export { JsonDocument, scanAhead } from './json-document.js';
export {
  type JsonEntry,
  type JsonMember,
  type JsonOutline,
  type JsonSpan,
  NO_ENTRY,
  ROOT,
} from './json-outline.js';
export { type JsonResponse, readJsonResponse } from './json-response.js';
export { JsonScanner } from './json-scanner.js';
export {
  encodeResponseJson,
  encodeLargeJson,
  isLargeJson,
  parseResponseJson,
  parseLargeJson,
  parseStoredJson,
} from './large-json.js';
export { NameTable } from './name-table.js';
export { checkTranslatable, countValues, holdsMoreValues, readJsonObject } from './read-json-object.js';
export { type JsonKind, getKindAt, readValue } from './read-value.js';
export {
  getConversationOpening,
  readId,
  readLimit,
  readText,
  renameModel,
  requireMember,
} from './request-members.js';
export { type RequestParameters, readFormParameters, readParameters } from './request-parameters.js';
export { holdsSignature, isCarriedSignature } from './signature-marks.js';
export { type ByteEdit, spliceBytes } from './splice-bytes.js';
export { yieldToEventLoop } from './yield-to-event-loop.js';
