export const MAX_MEMBER_TOKENS = 10_000;
