import { type Category } from './category.js';

export interface Context {
  /** The factor for the points of the categories that this context lowers. */
  remaining: number;
  lowers: readonly Category[];
  patterns: readonly string[];
}

const reporting: Context = {
  remaining: 0.45,
  lowers: [
    'violence',
    'violence/graphic',
    'illicit',
    'illicit/violent',
    'hate',
    'hate/threatening',
    'harassment',
    'sexual',
    'sexual/minors',
    'self-harm',
  ],
  patterns: [
    'police said|warn|warned|arrested|arrest|report|reported|believe',
    'court|trial|jury|sentenced|convicted|accused|suspected|suspects|prosecutor|lawyer|witness',
    'report|reports|study|studies|article|newspaper|journalists|documentary|thesis|statistics on|about|of|explains|shows|was',
    'newspaper|documentary|museum|historian|historians|history|memorial|treaty|genocide|holocaust|propaganda',
    'earthquake|flood|hurricane|crash|accident|avalanche',
    'condemned|condemns|criticised|criticized|abolished|remembers|commemorates|remembered',
    'victims|survivors|survivor of',
    'law|laws|act|policy|charity|campaign .. protects|against|helps|bans|prohibits',
    'was|were|been assassinated|executed|killed|stabbed|poisoned|shot|murdered by|in',
    'customs|police|officers .. seized|arrested|found',
    'penalty|punishment|fine|sentence for',
    'senator|minister|parliament|spokesman|spokeswoman|president .. said|says|condemned|warned|debates|resigned',
  ],
};

const fiction: Context = {
  remaining: 0.45,
  lowers: [
    'violence',
    'violence/graphic',
    'illicit',
    'illicit/violent',
    'harassment',
    'harassment/threatening',
  ],
  patterns: [
    'novel|film|movie|play|opera|book|chapter|thriller|mystery|comic|sequel|hamlet|shakespeare|dragon|wizard|vampire|detective|villain|fairy|plot|scene|character|characters',
    'write|tell .. story|poem|tale|screenplay',
  ],
};

const game: Context = {
  remaining: 0.2,
  lowers: [
    'violence',
    'violence/graphic',
    'illicit',
    'illicit/violent',
    'harassment/threatening',
    'harassment',
    'hate/threatening',
  ],
  patterns: [
    'game|games|level|raid|boss .. in|without|fight|four|five|before|you|this',
    'chess|minecraft|fortnite|quest|quests|creeper|potion|potions|zombies|goblin|goblins|headshot|headshots|opponent|striker|goalkeeper|scored|boxer|campaign|loot|respawn|rogue|tennis|football',
    'final boss',
    'in|this|the|video|card|board game|games|shooter',
  ],
};

const joking: Context = {
  remaining: 0.6,
  lowers: ['harassment', 'harassment/threatening', 'violence'],
  patterns: ['haha|hahaha|lmao|kidding|joking|jk', 'love you'],
};

const learning: Context = {
  remaining: 0.4,
  lowers: [
    'sexual',
    'sexual/minors',
    'self-harm',
    'self-harm/intent',
    'self-harm/instructions',
    'illicit',
    'illicit/violent',
    'violence',
    'harassment',
    'hate',
  ],
  patterns: [
    'prevent|prevention|preventing|protect|protects|protecting|detect|detecting|avoid|recognise|recognize|report|defend|defence|secure',
    'warning|early signs',
    'counselling|counseling|counsellor|counselor|therapy|therapist|crisis|hotline|helpline|treated|treatment|recovery|support|survived',
    'education|textbook|lesson|lessons|teachers|consent|health|infections|toxicology|pharmacology|medical|doctor|patient|patients|surgeon|nurse|clinic|reverse|screening',
    'talk|talking to|with .. about',
    'help a|my|someone|somebody friend|colleague|who|brother|sister|child|son|daughter',
    'support a|my',
    'lost .. to suicide',
    'painting|sculpture|museum|canvas|oil',
    'bullied|bullying|harassed',
  ],
};

const technical: Context = {
  remaining: 0.25,
  lowers: [
    'violence',
    'illicit',
    'illicit/violent',
    'harassment',
    'harassment/threatening',
    'sexual',
    'hate',
    'self-harm',
  ],
  patterns: [
    'server|database|postgres|docker|kubernetes|linux|python|javascript|cluster|cache|firewall|node|nodes|heartbeat|callback|function|thread|threads|process|processes|compiler|api|sql|query|unpacker|variable|repository',
    'penetration testing|test|tests|tester',
  ],
};

/** Questions about methods are matched by the rules for instructions. */
const question: Context = {
  remaining: 0.8,
  lowers: ['self-harm/intent'],
  patterns: ['how|what|which|teach|tips ... myself'],
};

export const CONTEXTS: readonly Context[] = [reporting, fiction, game, joking, learning, technical, question];
