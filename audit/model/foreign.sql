-- Verbs that the rules of a session have no use for, by the banker or by others. Those with a check of their own (insurance, surrender, double, split) are not here.
CREATE OR REPLACE TEMP TABLE foreign_verbs AS
SELECT session, enum_code(verb::verb) AS verb, banker FROM (
    SELECT session, unnest([
        {'verb': 'limits', 'banker': true, 'is_offered': stakes_limits_by = 'banker'},
        {'verb': 'limits', 'banker': false, 'is_offered': stakes_raised_on_request},
        {'verb': 'lot', 'banker': false, 'is_offered': bank_first = 'lot'},
        {'verb': 'lot card', 'banker': false, 'is_offered': bank_first IN ('first-ace', 'black-jack')},
        {'verb': 'auction', 'banker': true, 'is_offered': bank_auction OR bank_change = 'auction'},
        {'verb': 'bid', 'banker': false, 'is_offered': bank_auction OR bank_change = 'auction'},
        {'verb': 'pass', 'banker': false, 'is_offered': bank_auction OR bank_change = 'auction'},
        {'verb': 'pays', 'banker': false, 'is_offered': bank_auction OR bank_change = 'auction'},
        {'verb': 'keep', 'banker': true, 'is_offered': bank_auction OR bank_change = 'natural'},
        {'verb': 'yield', 'banker': true, 'is_offered': bank_change = 'natural'},
        {'verb': 'accept bank', 'banker': false, 'is_offered': bank_holder = 'player'},
        {'verb': 'decline bank', 'banker': false, 'is_offered': bank_holder = 'player'},
        {'verb': 'bank', 'banker': false, 'is_offered': bank_holder = 'player'},
        {'verb': 'cut', 'banker': false, 'is_offered': shoe_cut <> 'none'},
        {'verb': 'joker', 'banker': true, 'is_offered': shoe_joker},
        {'verb': 'burn', 'banker': true, 'is_offered': shoe_burn > 0},
        {'verb': 'announce', 'banker': true, 'is_offered': stakes_announced},
        {'verb': 'withdraw', 'banker': false, 'is_offered': stakes_withdrawal},
        {'verb': 'sit', 'banker': false, 'is_offered': stakes_sitting_out OR has_incidents},
        {'verb': 'raise', 'banker': true, 'is_offered': stakes_banker_raise <> 'never'},
        {'verb': 'decline raise', 'banker': true, 'is_offered': stakes_banker_raise = 'free'},
        {'verb': 'redouble', 'banker': false, 'is_offered': stakes_redouble <> 'never'},
        {'verb': 'decline redouble', 'banker': false, 'is_offered': stakes_redouble <> 'never'},
        {'verb': 'down', 'banker': false, 'is_offered': deal_pattern NOT IN ('c', 'd', 'no-hole')},
        {'verb': 'open', 'banker': false, 'is_offered': deal_pattern NOT IN ('c', 'd', 'no-hole')},
        {'verb': 'even', 'banker': false, 'is_offered': natural_even_money <> 'never'},
        {'verb': 'decline even', 'banker': false, 'is_offered': natural_even_money <> 'never'},
        {'verb': 'decline surrender', 'banker': false, 'is_offered': surrender_offered IN ('early', 'early-not-ace')},
        {'verb': 'claim aces', 'banker': false, 'is_offered': natural_pair_of_aces},
        {'verb': 'decline aces', 'banker': false, 'is_offered': natural_pair_of_aces},
        {'verb': 'aces', 'banker': false, 'is_offered': natural_pair_of_aces},
        {'verb': 'suited', 'banker': false, 'is_offered': natural_suited_pays_for > 0},
        {'verb': 'pictures', 'banker': false, 'is_offered': natural_five_pictures},
        {'verb': 'triple', 'banker': false, 'is_offered': double_triple},
        {'verb': 'commission', 'banker': false, 'is_offered': double_commission_for > 0},
        {'verb': 'turn', 'banker': false, 'is_offered': double_face_down},
        {'verb': 'follow', 'banker': false, 'is_offered': has_bettors},
        {'verb': 'stay', 'banker': false, 'is_offered': has_bettors},
        {'verb': 'premium', 'banker': false, 'is_offered': greatest(premiums_five_cards_for, premiums_six_cards_for, premiums_sevens_for, premiums_six_seven_eight_for) > 0},
        {'verb': 'gift', 'banker': false, 'is_offered': premiums_sevens_gift <> ''},
        {'verb': 'hit', 'banker': true, 'is_offered': banker_play = 'free' OR banker_soft17 = 'free'},
        {'verb': 'stand', 'banker': true, 'is_offered': banker_play = 'free' OR banker_soft17 = 'free'},
        {'verb': 'forfeit', 'banker': false, 'is_offered': settlement_banker_natural <> 'single' OR has_incidents},
        {'verb': 'overstood', 'banker': false, 'is_offered': has_incidents},
        {'verb': 'missed', 'banker': false, 'is_offered': has_incidents},
        {'verb': 'late', 'banker': false, 'is_offered': has_incidents},
        {'verb': 'extra', 'banker': false, 'is_offered': has_incidents},
        {'verb': 'toss', 'banker': false, 'is_offered': has_incidents},
        {'verb': 'both', 'banker': false, 'is_offered': has_incidents},
        {'verb': 'exposed', 'banker': false, 'is_offered': has_incidents},
        {'verb': 'take', 'banker': false, 'is_offered': has_incidents},
        {'verb': 'refuse', 'banker': false, 'is_offered': has_incidents},
        {'verb': 'unasked', 'banker': false, 'is_offered': has_incidents},
        {'verb': 'keep', 'banker': false, 'is_offered': has_incidents},
        {'verb': 'ruling', 'banker': true, 'is_offered': table_rulings}
    ], recursive := true)
    FROM (SELECT *, table_irregularities <> 'off' AS has_incidents, table_bettors_per_box > 1 OR table_onlookers AS has_bettors FROM params)
) WHERE NOT is_offered;

-- Distinct events that may be foreign somewhere: of such a verb, by another bettor, for want of an answer, or of a box or a person that no table has. Foreign everywhere is
-- what other bettors leave to the box's owner (P1.4, B8.1), and an owner who follows.
CREATE OR REPLACE TEMP TABLE suspects AS
SELECT code, verb, hand >> 10 = 15 AS banker, bettor > 0 AS other_bettor, timeout, verb = verb('other') OR CASE
    WHEN verb IN (verb('follow'), verb('stay')) THEN bettor = 0
    WHEN bettor > 0 THEN verb_name(verb) NOT IN ('bet', 'withdraw', 'redouble', 'decline redouble', 'insure', 'decline insurance', 'insurance', 'even', 'decline even',
        'commission', 'surrender', 'natural', 'suited', 'aces', 'pictures', 'premium', 'bust', 'win', 'push', 'lose', 'forfeit')
    ELSE false END AS is_foreign
FROM texts
WHERE (verb, hand >> 10 = 15) IN (SELECT (verb, banker) FROM foreign_verbs) OR bettor > 0 OR timeout OR verb IN (verb('other'), verb('follow'), verb('stay'));
