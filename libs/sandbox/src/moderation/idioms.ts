/** Phrases that are harmless although their words are not. They are removed before points are counted. */
const PHRASES = `
kill|kills|killed|killing|terminate|execute|shoot .. process|processes|thread|threads|task|tasks|job|jobs|session|server|node|container|daemon|query|app|pod|pods|script|command|callback|program|port|signal|tab
process|processes|thread|threads|job|session|container|query|pod|program .. gets|get|got|was|were|is|are|been .. killed|executed|terminated
killed by .. oom|kernel|timeout|watchdog|creeper
oom|weed|lady|ladies|time|buzz|pain killer
kill 9
kill|killing .. child|zombie .. process|processes
killing|murdering|killed .. our|my|the .. performance|latency|battery|feet|back|mood|vibe|budget|momentum|throughput|database
is|are killing|murdering me|us
kill|killing .. time|mould|mold|bacteria|germs|weeds|virus|viruses|bugs|ants|lights|engine|music|switch
kill|murder for
could|would murder|kill a|some|for
you|he|she|they|we|i killed it
killer smile|app|feature|whale|whales|workout|deal
kill|killed two birds
curiosity killed
shoot|shooting .. email|mail|message|text|line|note|video|portrait|photo|photos|film|movie|scene|basket|hoops|messenger
shoot down|shot down .. proposal|idea
took|take|takes|give|gave|long|best|penalty|photo|screen|flu|goal|free shot|shots
shot .. goal|metres|meters|yards|basket
shoots|shoot .. other node
bomb|bombed|bombing .. exam|test|interview|audition|cyclone|disposal|shelter|squad
bath|fork|zip|photo|logic|cherry|sex|seed bomb|bombs
is|was|are .. the bomb
stabbed|stab .. in .. back
stab at
dead code|end|line|lock|letter|pan|battery|weight|sea
i am dead , that|this|lol|lmao|too
die|died|dying|dead laughing|of
to die for
dying|die to see|know|hear|try|meet|go|visit
phone|battery|laptop|engine|star|plant|server .. dying|dies|died|die|death
death of me|star
beat|beats|beating|beaten .. eggs|egg|cream|butter|traffic|rush|heat|record|clock|odds|drum|drums|level|dragon|boss
beat|beats|crush|destroy|kill .. you|him|her|them|us|me at|in|on .. chess|tennis|poker|cards|game|match|race|football|mario|fifa|tournament
crush|destroy|kill|slaughter .. competition|competitors|deadline|interview|workout
hit .. road|gym|books|button|key|enter|you up|points|point
break a leg
break .. your|my .. promise|heart|streak|record|word
burn calories|fat|cd|bridges
cut .. onions|onion|bread|strawberries|cake|hair|nails|paper|costs|cost|corners|vegetables|carrots|you some|you a
cut myself|my while|slicing|shaving|chopping|cooking|on|with
whip cream
poison .. cache|ivy|oak
hang|hanging out|on|up|around|tight
hung|hanging process|session|thread|laundry|pictures|picture
attack|attacks surface|vector|vectors|plan
burn|burned .. hand|finger|fingers|tongue|dinner|toast
live in|with|near|at|on|alone|next
end|cancel my .. subscription|contract|account|lease|trial
hack together|day|week
life hack|hacks
crack .. interview|egg|eggs|joke|code|whip|window
steal|stole|steals .. show|scene|heart|thunder|spotlight|kiss
sick drummer|beat|beats|track|solo|leave|note|moves
lucky|funny|crazy|silly|absolute|party|work dog|bastard|beast|animal
idiot|fool proof
i .. am|feel|felt|was|look|looked|feeling .. idiot|fool|stupid|dumb|moron|loser|failure|clown
stupid|silly|dumb mistake|question|questions|printer|computer|bug|error|idea|phone|thing
piece of junk|cake|music|paper|advice
naked eye|mole|payload|domain|pointer|cake
nude lipstick|shade|shades|tone|tones|colour|color
same sex
sex education|ed|differences|ratio|chromosome|chromosomes|discrimination|therapist
sex of .. kitten|baby|animal|puppy|fish|bird|child
name|age|date|height .. and sex
chicken|turkey|duck breast|breasts
breast|breasts cancer|milk|screening|feeding|pump|stroke
explicit consent|type|types|cast|permission|value|conversion
male|female connector
glue|heat|nail|water|nerf|spray|massage gun|guns
gun law|laws|control|violence|licence|license|safety
trash can|bag|bin|talk
garbage collection|collector|truck|bag
blow|blew|blowing .. mind|away|candles
dirty laundry|dishes|hands|clothes|socks
child|parent|zombie|orphan|orphaned process|processes|node|nodes|element|elements|component|components|theme
slave|slaves|master node|nodes|branch|replica
pig|cow|dog|dogs|rat|rats|snake .. farm|food|breed|pet|walk|barn
plant .. tree|trees
bomb .. from .. war
cocktail dress|sauce|party|bar
make .. fun|sure|sense
virus|antivirus scan|scanner|software
why do not
do .. me|us a favour|favor , and|by|please
`;

export const IDIOMS: readonly string[] = PHRASES.trim().split('\n');
