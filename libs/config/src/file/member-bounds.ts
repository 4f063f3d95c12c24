export const MOST_MEMBER_TOKENS = 10_000;
