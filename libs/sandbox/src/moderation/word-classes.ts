/**
 * Classes of words for rules, written `<class>`. One line contains the forms of one word or of a few similar words.
 */
const LISTS = {
  me: 'i we',
  you: 'you your yours yourself yourselves',
  will: 'will going want wants shall swear promise plan planning intend decided ready might would about',
  are: 'are is am was were be being',
  not: 'not never nobody none cannot wrong',

  lethal: `
    kill kills killed killing murder murders murdered murdering stab stabs stabbed stabbing
    strangle strangles strangled strangling slaughter slaughtered slaughtering shoot shoots shot shooting
    behead beheaded beheading lynch lynched lynching exterminate exterminated execute executed executing
    poison poisons poisoned poisoning hang hanged hanging gas gassed massacre massacred assassinate
    assassinated slay drown drowned drowning choke choked choking suffocate eradicate stoned`,
  attack: `
    kill murder stab strangle slaughter shoot behead lynch exterminate execute poison hang gas massacre
    assassinate burn beat bomb eradicate stone drown choke attack hunt hurt torture`,
  hurt: `
    hurt hurts wring snap gut thrash clobber bash beat beats beaten beating punch punched kick kicked smash smashed break slap slapped bleed
    burn burned burnt torture tortures tortured torturing slit slitting cut crush crushed choke whip
    whipped bury hit hits cripple maim attack attacked rape raped ruin destroy`,
  cruelty: `
    stabbed murdered strangled slaughtered tortured beheaded lynched massacred  poisoned shot
    beat killed kicked bludgeoned drowned suffocated stabbing torturing murdering strangling`,
  badPlace: 'hospital ambulance coffin grave morgue wheelchair ditch bodybag casket cemetery',
  armed: 'knife gun bat bullet rifle pistol shotgun machete hammer axe baseball crowbar',
  bodily: 'bones bone teeth face throat neck skull legs kneecaps head nose jaw ribs',
  someone: `
    him her them someone somebody anyone anybody person people man men woman women child children kid kids
    boss wife husband neighbour neighbours neighbor neighbors sister sisters brother brothers mother father
    parents family guard guards prisoner prisoners hostage hostages driver soldiers politicians president
    government teacher classmates colleague colleagues girlfriend boyfriend ex roommate police officer
    officers reporter journalist journalists judge victim victims civilians cats dogs animals`,

  insult: `
    idiot idiots moron morons imbecile imbeciles scumbag scumbags asshole assholes bastard bastards bitch
    bitches slut whore dumbass dickhead prick fatso crybaby dimwit dimwits halfwit cretin douchebag jackass
    shithead twat wanker simpleton blockhead lowlife sleazebag weirdo retard`,
  slight: `
    loser losers clown clowns pig pigs cow rat rats freak freaks creep creeps trash filth garbage coward
    cowards failure nobody disgrace worm snake vermin scum dog jerk fool fools joke embarrassment
    parasite parasites nothing liar liars toad cockroach pest slob pushover hypocrite creature`,
  contempt: `
    stupid dumb dumber dumbest pathetic worthless useless disgusting ugly uglier ugliest brainless
    miserable ignorant lazy filthy fat incompetent arrogant lying stupidest hideous revolting repulsive
    spineless talentless slimy boring thick hopeless clueless gutless vile nasty horrible awful disgraceful`,

  groups: `
    muslim muslims jew jews christian christians hindu hindus buddhists sikhs blacks whites arab arabs
    asians africans mexican mexicans indians chinese pole poles roma gypsies turks latinos immigrant
    immigrants migrant migrants refugee refugees foreigner foreigners gays lesbian lesbians homosexual
    homosexuals transsexuals women infidel infidels atheists jewish kurds romanians russians germans
    americans pakistanis japanese koreans hispanics catholics protestants cripples`,
  described: `
    black white brown gay lesbian homosexual trans transgender queer disabled asian african jewish muslim
    mexican indian arab roma foreign coloured colored autistic deaf blind christian hindu chinese turkish
    latino old`,
  folk: 'people persons person folk folks men women man woman families kids children',
  degrading: `
    vermin cockroach cockroaches parasite parasites subhuman subhumans animals savages disease diseased
    plague cancer filth filthy dirty scum inferior criminals thieves rapists terrorists stupid dumb lazy
    disgusting unnatural sick burden devils devil evil liars greedy freaks freak brainless hysterical trash
    garbage unclean worthless invaders rats pigs apes monkeys dogs primitive uncivilised degenerate
    degenerates abomination perverts pest mistake defective retarded dangerous backward barbarians scroungers
    leeches snakes ugly cheats crooks insane useless weak stinking`,

  ask: `
    how explain teach show instructions instruction steps step guide tutorial manual recipe help write
    give where tips way ways script plan explains describe need method methods trick walk which easiest
    tutorials advice draft`,
  make: `
    make making build building construct assemble assembling create creating prepare produce convert
    print mix modify turn brew buy get obtain order purchase acquire blow detonate plant`,
  weapon: `
    bomb bombs explosive explosives grenade grenades molotov ricin sarin anthrax gun guns rifle rifles
    pistol silencer tatp petn semtex c4 ied napalm bioweapon weapon weapons dynamite firearm firearms ammunition`,
  drug: `
    meth methamphetamine cocaine coke heroin mdma ecstasy lsd fentanyl weed cannabis oxy oxycontin ketamine
    ghb amphetamine amphetamines crack speed opium steroids`,
  trade: 'cook make synthesize synthesise produce buy sell selling sells grow deal order smuggle supply get',
  loot: `
    account accounts email password passwords card cards phone phones car cars bike money identity wallet
    wallets instagram snapchat gmail icloud atm wifi computer webcam data jewellery jewelry store house bank shop server packages facebook
    whatsapp`,

  pills: 'pills pill tablets paracetamol tylenol ibuprofen aspirin xanax drugs medication insulin',

  sexual: `
    sexual sexually sexy nude nudes naked porn porno pornography erotic erotica sex seduce seduces seduced
    uncensored lewd  undress aroused`,
  explicit: `
    porn porno pornography nudes horny blowjob blowjobs masturbating hentai orgasm orgasms erotic
    erotica threesome milf milfs sexting onlyfans camgirl camgirls gangbang`,
  intimate: `
    sex sexy naked nude breasts boobs tits panties bra undress undressed undressing moan moaned moaning
    spank spanked fetish topless seduce seduced kissed lingerie dominant aroused sexual nipples`,
  minors: `
    child children kid kids minor minors underage schoolgirl schoolgirls schoolboy schoolboys preteen
    preteens toddler toddlers loli`,
  age: 'six seven eight nine ten eleven twelve thirteen 6 7 8 9 10 11 12 13 14 15 16 17',

  gore: `
    gore  intestines entrails decapitated decapitation beheading beheaded mutilated 
    dismembered disembowelled gouged   gory`,
} as const;

const CLASSES = new Map<string, string[]>(
  Object.entries(LISTS).map(([name, list]) => [name, list.trim().split(/\s+/)]),
);

export function getClassWords(name: string): readonly string[] {
  const words = CLASSES.get(name);
  if (words === undefined) throw new Error(`There is no class of words named "${name}".`);
  return words;
}
