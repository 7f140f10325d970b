/**
 * Leaves of the kinds of places that name-suggestion-index knows (keys and values of OpenStreetMap),
 * as taxonomy section 2 and its Plaid map of section 5.1 place them.
 */
export const KINDS_BY_LEAF: Readonly<Record<string, readonly string[]>> = {
  'cogs.food_beverage': (
    'shop/supermarket shop/wholesale shop/alcohol shop/beverages shop/butcher shop/seafood shop/dairy ' +
    'shop/cheese shop/greengrocer shop/frozen_food shop/deli shop/wine shop/spices shop/health_food ' +
    'shop/farm shop/country_store'
  ).split(' '),
  'cogs.inventory':
    'shop/variety_store shop/department_store shop/general shop/craft shop/fabric'.split(' '),
  'cogs.materials': (
    'shop/doityourself shop/hardware shop/trade shop/paint shop/tiles shop/flooring shop/electrical ' +
    'shop/bathroom_furnishing shop/doors shop/glaziery shop/window_blind shop/power_tools'
  ).split(' '),
  'cogs.auto_parts': 'shop/car_parts shop/truck_parts'.split(' '),
  'cogs.other': ['shop/agrarian'],
  'expenses.fuel': 'amenity/fuel amenity/charging_station shop/gas'.split(' '),
  'expenses.meals_entertainment': (
    'amenity/fast_food amenity/restaurant amenity/cafe amenity/pub amenity/bar amenity/ice_cream ' +
    'amenity/cinema shop/bakery shop/pastry shop/coffee shop/tea shop/chocolate shop/confectionery ' +
    'leisure/bowling_alley leisure/amusement_arcade leisure/trampoline_park tourism/theme_park ' +
    'leisure/indoor_play leisure/escape_game shop/ticket amenity/karaoke_box'
  ).split(' '),
  'expenses.travel': (
    'tourism/hotel tourism/motel tourism/hostel amenity/car_rental amenity/car_sharing ' +
    'shop/travel_agency amenity/bicycle_rental tourism/caravan_site'
  ).split(' '),
  'expenses.vehicle': (
    'shop/car_repair shop/tyres amenity/car_wash shop/car amenity/vehicle_inspection shop/truck ' +
    'shop/truck_repair shop/motorcycle shop/motorcycle_repair shop/caravan'
  ).split(' '),
  'expenses.medical': (
    'amenity/pharmacy shop/optician amenity/dentist amenity/clinic amenity/doctors ' +
    'healthcare/laboratory shop/hearing_aids shop/medical_supply amenity/veterinary shop/chemist ' +
    'healthcare/physiotherapist healthcare/dialysis healthcare/sample_collection'
  ).split(' '),
  'expenses.personal': (
    'shop/clothes shop/shoes shop/jewelry shop/books shop/cosmetics shop/perfumery shop/beauty ' +
    'shop/hairdresser shop/toys shop/pet shop/gift shop/florist shop/watches ' +
    'shop/bag shop/sports shop/outdoor shop/video_games shop/music shop/baby_goods shop/e-cigarette ' +
    'shop/tobacco shop/massage shop/second_hand shop/fashion_accessories shop/nutrition_supplements ' +
    'shop/musical_instrument shop/newsagent shop/erotic shop/cannabis shop/houseware ' +
    'shop/household_linen shop/kitchen shop/interior_decoration shop/bicycle shop/art shop/photo ' +
    'shop/party shop/garden_centre amenity/kindergarten amenity/childcare shop/games shop/leather'
  ).split(' '),
  'expenses.equipment_purchase':
    'shop/furniture shop/electronics shop/computer shop/appliance shop/bed shop/lighting shop/hifi'.split(
      ' ',
    ),
  'expenses.office_supplies': 'shop/stationery shop/printer_ink'.split(' '),
  'expenses.telecom_internet':
    'shop/mobile_phone shop/telecommunication office/telecommunication'.split(' '),
  'expenses.insurance': ['office/insurance'],
  'expenses.memberships_dues':
    'leisure/fitness_centre leisure/sports_centre office/association office/union club/scout'.split(
      ' ',
    ),
  'expenses.storage': ['shop/storage_rental'],
  'expenses.shipping_postage':
    'amenity/post_office amenity/parcel_locker amenity/post_depot shop/outpost'.split(' '),
  'expenses.tolls_parking': ['amenity/parking'],
  'expenses.cleaning_waste':
    'shop/laundry shop/dry_cleaning craft/cleaning amenity/waste_disposal'.split(' '),
  'expenses.repairs_maintenance':
    'craft/plumber craft/electrician shop/pest_control shop/locksmith craft/electronics_repair'.split(
      ' ',
    ),
  'expenses.professional_services':
    'office/lawyer office/tax_advisor office/financial_advisor office/consulting'.split(' '),
  'expenses.staffing_agency': ['office/employment_agency'],
  'expenses.rent': 'office/estate_agent office/coworking'.split(' '),
  'expenses.charity': 'shop/charity amenity/social_facility'.split(' '),
  'expenses.education_training': (
    'amenity/language_school amenity/prep_school amenity/driving_school amenity/training ' +
    'amenity/music_school'
  ).split(' '),
  'expenses.gambling':
    'shop/bookmaker shop/lottery amenity/casino amenity/gambling leisure/adult_gaming_centre'.split(
      ' ',
    ),
  'expenses.advertising': 'shop/copyshop craft/signmaker'.split(' '),
  'expenses.utilities':
    'office/water_utility office/energy_supplier power/substation power/plant'.split(' '),
  'debt.personal_loan_payment': 'shop/money_lender shop/pawnbroker'.split(' '),
  'debt.mortgage_payment': ['office/mortgage'],
}
