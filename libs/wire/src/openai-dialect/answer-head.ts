import { type JsonObject } from '#canonical';

interface Answer {
  id: string;
  model: string;
  createdAtSeconds: number;
}

/** Who answers, and when. Clients and their tools know an answer by how its id begins. */
export function answerHead(
  { id, model, createdAtSeconds }: Answer,
  { prefix, requestId }: { prefix: string; requestId: string },
): JsonObject {
  return {
    id: id.startsWith(prefix) ? id : `${prefix}${requestId.replace(/^req_/, '')}`,
    created: createdAtSeconds > 0 ? createdAtSeconds : Math.floor(Date.now() / 1000),
    model,
  };
}
