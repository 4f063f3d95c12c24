import { Controller } from '@nestjs/common';
import { RelayRoute } from './relay-route.js';

/**
 * Declares the routes that only relay requests. `prepareEdge` serves them in a hook, so these methods never run: only their
 * decorators have an effect.
 */
@Controller()
export class RelayRoutesController {
  @RelayRoute('/v1/chat/completions', 'openai-chat')
  createChatCompletion(): never {
    return failUnserved();
  }

  @RelayRoute('/v1/completions', 'openai-completions')
  createCompletion(): never {
    return failUnserved();
  }

  @RelayRoute('/v1/messages', 'anthropic-messages')
  createMessage(): never {
    return failUnserved();
  }

  @RelayRoute('/v1/embeddings', 'openai-embeddings')
  createEmbeddings(): never {
    return failUnserved();
  }

  @RelayRoute('/v1/rerank', 'jina-rerank')
  rank(): never {
    return failUnserved();
  }

  @RelayRoute('/v2/rerank', 'cohere-rerank')
  rankWithoutDocuments(): never {
    return failUnserved();
  }

  @RelayRoute('/v1/moderations', 'openai-moderations')
  createModeration(): never {
    return failUnserved();
  }

  @RelayRoute('/v1/audio/speech', 'openai-speech')
  createSpeech(): never {
    return failUnserved();
  }

  @RelayRoute('/v1/images/generations', 'openai-images')
  createImage(): never {
    return failUnserved();
  }
}

function failUnserved(): never {
  throw new Error('a route that only relays was not served by the edge');
}
