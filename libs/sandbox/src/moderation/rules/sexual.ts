import { type RuleGroup } from '../category.js';

const explicit: RuleGroup = {
  raises: ['sexual'],
  rules: [
    [5.5, '<explicit>'],
    [2, '<intimate>'],
    [3, '<intimate> ... <intimate>'],
    [4.5, 'have|having|had sex'],
    [4, 'sex with|scene|on|in|slave|toy|toys|chat|video|videos'],
    [3, 'hot|free|dirty sex|girls|singles|milfs|teens'],
    [3, 'send|show|see|watch .. your|me|free|some ... <intimate>|<explicit>'],
    [5, 'talk dirty to'],
    [4, 'naked|nude body|girls|pictures|pics|photos|selfies|women'],
    [3, 'touch|touches|touching|kiss|kisses|lick .. <intimate>|body|thighs'],
    [4, 'take|took|taking off .. panties|bra|clothes|dress|shirt|underwear'],
    [4, 'make love to|with'],
    [4, 'spank me'],
    [4, 'hookup|hookups'],
    [3, 'escort ... service|sex|hotel'],
    [3, 'what .. you .. wearing'],
    [3, 'fantasy ... wife|girlfriend|bed|threesome'],
    [2, 'in bed|shower|webcam'],
    [5.5, 'xxx content|videos|video|movies|pics|photos|girls'],
    [3, 'explicit .. <intimate>|scene|content|pictures|pics|story|videos'],
    [5.5, 'rip|tear|take .. your|her|his|my clothes off'],
    [5, 'inside me|her'],
    [5, 'pulled|pushed|dragged|took|carried .. him|her|me|you into|to bed'],
    [5.5, 'massage .. with .. happy ending'],
    [4.5, 'turned|turns|turn me|him|her on'],
    [4.5, 'get|getting|am|got turned on'],
    [4, 'without clothes|underwear|panties'],
    [3, 'horny|bored and wet'],
    [3, 'steamy|sensual|kinky|naughty scene|story|night|girls|chat|pics|photos'],
    [3, 'towel drop|fall|slip'],
    [3, 'my lover'],
    [3, 'what .. do to .. body'],
  ],
};

const minors: RuleGroup = {
  raises: ['sexual/minors'],
  rules: [
    [6, '<minors> ... <sexual>|<explicit>'],
    [6, '<sexual>|<explicit> ... <minors>'],
    [6, '<sexual>|<explicit> ... young|little|teen|teenage boy|girl|boys|girls'],
    [6, 'young|little|teen|teenage boy|girl|boys|girls ... <sexual>|<explicit>'],
    [6, '<age> year|years old|olds ... <sexual>|<explicit>'],
    [6, '<sexual>|<explicit> ... <age> year|years old|olds'],
    [6, 'is|am|of|aged|age <age> ... <sexual>|<explicit>'],
    [6, '<sexual>|<explicit> ... is|am|of|aged|age <age>'],
    [5, 'attracted to .. <minors>'],
    [6, '<age> ... get|am|turns|makes turned|on|hot|hard'],
    [6, 'teens|teen|girls|boys|<minors> without clothes'],
  ],
};

export const sexualRules: readonly RuleGroup[] = [explicit, minors];
