import { IsInt, IsOptional, Max, Min } from 'class-validator';
import { MAX_COUNT } from './generation-request.dto.js';

/** The output limits of chat. They are validated early, because their cost is reserved in advance. */
interface ChatLimits {
  max_tokens?: number | null;
  max_completion_tokens?: number | null;
}

export const CHAT_LIMITS = ['max_tokens', 'max_completion_tokens'] as const satisfies (keyof ChatLimits)[];

/** Adds the limits to `Base`, for requests that have little else in common. */
export function addChatLimits<Request extends object>(
  Base: new () => Request,
): new () => ChatLimits & Request {
  class LimitedRequestDto extends (Base as new () => object) implements ChatLimits {
    @IsOptional()
    @IsInt()
    @Min(1)
    @Max(MAX_COUNT)
    max_tokens?: number | null;

    @IsOptional()
    @IsInt()
    @Min(1)
    @Max(MAX_COUNT)
    max_completion_tokens?: number | null;
  }
  return LimitedRequestDto as new () => ChatLimits & Request;
}
